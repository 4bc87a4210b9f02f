"""A program that serves a model's weights (a GGUF file) on loopback: its arguments are the file, the model's name and
the tokens of a request with its reply. It prints its address once it answers, and ends when its input does."""

import sys

import xllamacpp


def main(weights: str, name: str, context: str) -> None:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = weights
    parameters.model_alias = {name}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0  # whichever is free
    parameters.n_ctx = int(context)
    parameters.n_parallel = 1
    parameters.n_gpu_layers = 0
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.endpoint_metrics = True
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
