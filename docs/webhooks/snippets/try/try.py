# Prints, as JSON, the result of verify.py for each delivery in vectors.json.
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from verify import is_genuine, is_genuine_plain

with open(sys.argv[1], encoding="utf-8") as file:
    vectors = json.load(file)["vectors"]
print(json.dumps([
    {
        "standard": is_genuine(v["body"].encode(), v["headers"], v["secret"], v["now"]),
        "plain": is_genuine_plain(v["body"].encode(), v["headers"], v["secret"]),
    }
    for v in vectors
]))
