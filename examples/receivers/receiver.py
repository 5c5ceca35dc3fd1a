# A webhook receiver that delivers once, even if an event comes twice: WEBHOOK_SECRET=whsec_… python3 receiver.py
# PORT is the port (8080), DATA the folder of delivered orders (data).
import json
import os
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../docs/webhooks/snippets"))
from verify import is_genuine

SECRET = os.environ.get("WEBHOOK_SECRET") or sys.exit("Set WEBHOOK_SECRET to the secret of the endpoint: whsec_…")
PORT = int(os.environ.get("PORT", "8080"))
DATA = os.environ.get("DATA", "data")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        if not is_genuine(body, headers, SECRET):
            self.answer(401)
            return
        event = json.loads(body)
        if event["type"] == "checkout.completed":
            deliver(headers["webhook-id"], event["data"]["object"])
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


def deliver(id, checkout):
    """Once: only one file can have a name, as only one row can have a unique key."""
    goods = [f"{item['quantity']} × {item['name']}" for item in checkout["items"]]
    done = {"user": checkout["client_reference_id"], "checkout": checkout["id"], "goods": goods}
    with tempfile.NamedTemporaryFile("w", dir=DATA, suffix=".draft", encoding="utf-8") as draft:
        json.dump(done, draft, ensure_ascii=False)
        draft.flush()
        try:
            os.link(draft.name, os.path.join(DATA, os.path.basename(f"{id}.json")))
            print(f"Delivered for checkout {checkout['id']}: {', '.join(goods)}", flush=True)
        except FileExistsError:
            pass


os.makedirs(DATA, exist_ok=True)
print(f"Receiving at http://127.0.0.1:{PORT}/webhooks", flush=True)
ThreadingHTTPServer(("127.0.0.1", PORT), Receiver).serve_forever()
