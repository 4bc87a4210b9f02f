"""Small videos whose frames say by their brightness when they are."""

from pathlib import Path

import av
import numpy as np

CODECS = {".avi": "mpeg4", ".webm": "libvpx"}


def write_video(
    path: Path, *, seconds: float, rate: int = 10, width: int = 320, height: int = 180, keyframes: int = 250
) -> Path:
    """A video whose brightness is 20 times the second; at least each `keyframes`-th frame stands alone.

    The index of an .mp4 comes first, as in files made for the web, so that a part of it still opens.
    """
    options = {"movflags": "faststart"} if path.suffix == ".mp4" else {}
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream(CODECS.get(path.suffix, "libx264"), rate=rate)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.gop_size = keyframes
        for number in range(round(seconds * rate)):
            picture = np.full((height, width, 3), min(255, 20 * (number // rate)), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())
    return path


def write_sound(path: Path) -> Path:
    """A file with sound and no picture."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("aac", rate=16000, layout="mono")
        frame = av.AudioFrame.from_ndarray(np.zeros((1, 16000), np.float32), format="fltp", layout="mono")
        frame.sample_rate = 16000
        container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return path


def write_no_frame(path: Path) -> Path:
    """A video stream in which there is nothing."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("mpeg4", rate=10)
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        container.start_encoding()
    return path
