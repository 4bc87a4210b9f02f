"""The client over real HTTP: what is retried, what ends at once, and what is said about it."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from lmms_eval_vcif.judge import ConfigurationError
from lmms_eval_vcif.judge.client import Client, JudgeFailure

from .server import KEY, MODEL, Server, cut, hang, page, saying, status

HELLO = [{"role": "user", "content": "hello"}]
SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}


@pytest.fixture
def client(settings):
    return Client(settings)


def test_a_reply_with_key_model_and_sampling(server, settings):
    client = Client(replace(settings, sampling={"temperature": 0.3, "seed": 7}))
    assert client.complete(HELLO) == "ready"
    (request,) = server.requests
    assert (request["model"], request["temperature"], request["seed"]) == (MODEL, 0.3, 7)
    assert "response_format" not in request
    assert server.keys == {f"Bearer {KEY}"}


def test_a_schema_goes_with_the_request_unless_switched_off(server, settings):
    Client(settings).complete(HELLO, SCHEMA)
    Client(replace(settings, structured=False)).complete(HELLO, SCHEMA)
    first, second = server.requests
    assert first["response_format"]["json_schema"]["schema"] == SCHEMA
    assert "response_format" not in second


def test_a_rate_limit_waits_as_long_as_the_server_says(server, client, waits):
    server.script = [status(429, Retry_After="7"), status(429, Retry_After="11")]
    assert client.complete(HELLO) == "ready"
    assert waits == [7.0, 11.0]
    assert len(server.requests) == 3


def test_a_wait_without_bound_is_not_waited_for(server, client, waits):
    server.script = [status(429, Retry_After="86400")] * 9
    with pytest.raises(JudgeFailure, match="429"):
        client.complete(HELLO)
    assert sum(waits) < 60


@pytest.mark.parametrize("fault", [status(500), status(503), cut], ids=["500", "503", "cut"])
def test_faults_on_the_way_are_retried(server, client, waits, fault):
    server.script = [fault, fault]
    assert client.complete(HELLO) == "ready"
    assert len(server.requests) == 3


def test_retries_are_bounded(server, client, waits):
    server.script = [status(500, "out of order")] * 9
    with pytest.raises(JudgeFailure, match="status 500.*out of order") as caught:
        client.complete(HELLO)
    assert len(server.requests) == 4
    assert not caught.value.again


def test_a_server_that_hangs_is_given_up(server, settings, waits):
    server.script = [hang, hang]
    client = Client(replace(settings, timeout=0.2, retries=1))
    with pytest.raises(JudgeFailure, match="no reply within 0.2 s, in 2 tries"):
        client.complete(HELLO)
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (saying(""), "empty"),
        (saying(None), "empty"),
        (saying("half of", finish_reason="length"), "cut off"),
        (saying(None, finish_reason="content_filter"), "refused"),
        (saying(None, message={"refusal": "I'd rather not."}), "refused.*rather not"),
    ],
)
def test_a_reply_that_says_nothing_may_be_asked_again(server, client, fault, said):
    server.script = [fault]
    with pytest.raises(JudgeFailure, match=said) as caught:
        client.complete(HELLO)
    assert caught.value.again


def test_a_web_page_is_no_completion(server, client):
    server.script = [page]
    with pytest.raises(JudgeFailure, match="no chat completion"):
        client.complete(HELLO)


def test_a_wrong_key_stops_at_once_and_is_not_shown(server, client, caplog):
    caplog.set_level(logging.DEBUG)
    server.script = [status(401, f"Incorrect API key provided: {KEY}")] * 9
    with pytest.raises(ConfigurationError, match="VCIF_JUDGE_API_KEY") as caught:
        client.check()
    assert len(server.requests) == 1
    assert KEY not in str(caught.value) + caplog.text + repr(client.settings)


def test_an_unknown_model_stops_at_once_with_the_nearest(server, settings):
    server.script = [status(404, "no such model")] * 9
    with pytest.raises(ConfigurationError, match="VCIF_JUDGE_MODEL.*did you mean 'test-judge'"):
        Client(replace(settings, model="test-juge")).check()
    assert len(server.requests) == 1


def test_an_unknown_model_with_status_400_is_one_too(server, settings):
    server.script = [status(400, "Model Not Exist")] * 9
    with pytest.raises(ConfigurationError, match="VCIF_JUDGE_MODEL"):
        Client(replace(settings, model="juge")).check()


def test_a_server_that_is_not_there_fails_the_check(server, settings, waits):
    with Server() as other:
        address = other.url
    with pytest.raises(ConfigurationError, match="no answer from"):
        Client(replace(settings, base_url=address)).check()


def answering(code, value):
    return lambda handler, body: handler.send(code, value)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (status(400, "API key not valid. Please pass a valid API key."), "API key not valid"),
        (status(400, "The model `foo` is not supported"), "`foo` is not supported"),
        (status(402, "Insufficient Balance"), "Insufficient Balance"),
        (status(403, "no access"), "no access"),
        (status(405, "Method Not Allowed"), "Method Not Allowed"),
        (status(422, "no such field"), "no such field"),
        (answering(429, {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}), "quota"),
        (page, "no chat completion: <html>Welcome"),
        (answering(200, {"error": {"message": "Invalid API key", "code": 401}}), "Invalid API key"),
        (answering(200, {"error": "no such route"}), "no such route"),
        (answering(200, {"status": "ok"}), "no chat completion"),
    ],
)
def test_what_no_repetition_mends_fails_the_check(server, client, waits, fault, said):
    server.script = [fault] * 9
    with pytest.raises(ConfigurationError, match=said) as caught:
        client.check()
    assert server.url in str(caught.value)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (status(503), "status 503"),
        (status(429, "slow down"), "slow down"),
        (status(408), "status 408"),
        (status(409), "status 409"),
        (answering(200, {"error": {"message": "overloaded", "code": 503}}), "overloaded"),
        (answering(200, {"error": {"message": "slow down", "code": 429}}), "slow down"),
        (saying(""), "empty"),
    ],
)
def test_a_busy_server_does_not_fail_the_check(server, client, waits, caplog, fault, said):
    server.script = [fault] * 9
    client.check()
    assert said in caplog.text


@pytest.mark.parametrize(("code", "fatal"), [(400, False), (413, False), (402, True), (403, True)])
def test_a_request_that_is_refused_says_nothing_about_others_and_a_spent_account_does(server, client, code, fatal):
    server.script = [status(code)]
    with pytest.raises(JudgeFailure) as caught:
        client.complete(HELLO)
    assert (caught.value.fatal, caught.value.final) == (fatal, True)


@pytest.mark.parametrize("code", [400, 401, 404])
def test_a_key_in_the_address_is_not_shown(server, settings, caplog, code):
    caplog.set_level(logging.INFO, logger="lmms_eval_vcif")
    address = server.url.replace("http://", "http://user:pass-word@")
    server.script = [status(code, f"no such thing at {address}")] * 9
    with pytest.raises(ConfigurationError) as caught:
        Client(replace(settings, base_url=address)).check()
    assert "http://***@127.0.0.1" in str(caught.value)
    assert "pass-word" not in str(caught.value) + caplog.text


@pytest.mark.parametrize("code", [400, 500])
def test_a_key_that_an_error_repeats_is_not_shown(server, client, waits, caplog, code):
    caplog.set_level(logging.INFO)
    server.script = [status(code, f"bad request with the key {KEY}")] * 9
    with pytest.raises(JudgeFailure, match=r"with the key \*\*\*") as caught:
        client.complete(HELLO)
    assert KEY not in str(caught.value) + caplog.text


@pytest.mark.parametrize(
    ("sampling", "sent"),
    [
        ({"max_tokens": 4096}, {"max_tokens": 256}),
        ({"max_completion_tokens": 4096}, {"max_completion_tokens": 256}),
        ({"max_tokens": 20}, {"max_tokens": 20}),
        ({"max_tokens": None}, {"max_tokens": 256}),
        ({}, {}),
    ],
)
def test_a_check_ends_early_where_the_model_rambles(server, settings, caplog, sampling, sent):
    client = Client(replace(settings, sampling=sampling))
    server.script = [saying("ready, ready, ready", finish_reason="length")]
    client.check()
    client.complete(HELLO)
    bounds = [{name: value for name, value in body.items() if name.startswith("max_")} for body in server.requests]
    assert bounds == [sent, sampling]
    assert not caplog.text


def test_what_a_server_does_not_take_is_left_out_from_then_on(server, settings, caplog):
    client = Client(replace(settings, sampling={"temperature": 0, "max_tokens": 50}))
    server.script = [
        status(400, "response_format is not supported"),
        status(400, "Unsupported value: 'temperature'"),
        status(400, "Unsupported parameter: 'max_tokens'; use 'max_completion_tokens'"),
    ]
    assert client.complete(HELLO, SCHEMA) == "ready"
    assert client.complete(HELLO, SCHEMA) == "ready"
    for request in server.requests[3:]:
        assert {"response_format", "temperature", "max_tokens"}.isdisjoint(request)
        assert request["max_completion_tokens"] == 50
    assert len(server.requests) == 5
    assert caplog.text.count("left out") == 3


def test_another_bad_request_is_a_failure(server, client):
    server.script = [status(400, "the prompt is too long")]
    with pytest.raises(JudgeFailure, match="too long"):
        client.complete(HELLO)


def test_the_process_has_one_limit_for_all_clients_of_a_server(settings):
    three = threading.Barrier(3)

    def reply(body):
        three.wait(30)  # passes only where three are open at once
        return "ready"

    with Server(reply) as server:
        limited = replace(settings, base_url=server.url, concurrency=3)
        clients = [Client(limited), Client(limited)]
        with ThreadPoolExecutor(12) as pool:
            done = list(pool.map(lambda n: clients[n % 2].complete(HELLO), range(12)))
        assert done == ["ready"] * 12
        assert server.most == 3


def test_nothing_is_opened_before_the_first_request(settings):
    assert Client(settings)._opened is None
