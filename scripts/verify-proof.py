"""Checks a .tlog-proof file offline, with nothing but Python 3.8: python3 verify-proof.py FILE KEY

KEY is the line at /log/key, which you keep since before the proof. The entry is made anew from the row in the file,
the root of the tree from the entry, and the signature (Ed25519, RFC 8032) is checked over that root."""
import base64, hashlib, json, sys

sha, b64 = lambda data: hashlib.sha256(data).digest(), base64.b64decode
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    head, text, signatures = file.read().split("\n\n")
_, extra, index, *path = head.split("\n")
row, index = json.loads(b64(extra.split(" ")[1])), int(index.split(" ")[1])
origin, size, root = text.split("\n")[:3]

PARTS = ("what", "who", "change", "rest")
part = lambda p: bytes.fromhex(p["hash"]) if "hash" in p else sha(bytes.fromhex(p["salt"]) + p["text"].encode())
found, node, last = sha(b"\0" + sha(b"".join(part(row[name]) for name in PARTS))), index, int(size) - 1
for beside in map(b64, path):
    if node & 1 or node == last:
        found = sha(b"\1" + beside + found)
        while not node & 1 and node:
            node, last = node >> 1, last >> 1
    else:
        found = sha(b"\1" + found + beside)
    node, last = node >> 1, last >> 1
if last or index >= int(size) or found != b64(root):
    sys.exit("NOT PROVED: this row is not in the tree of the checkpoint.")

p, q = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
d = -121665 * pow(121666, -1, p) % p
def add(A, B):
    (a, b), (c, e) = A, B
    k = d * a * b * c * e
    return (a * e + b * c) * pow(1 + k, -1, p) % p, (b * e + a * c) * pow(1 - k, -1, p) % p
def times(n, A):
    return (0, 1) if n == 0 else add(times(n - 1, A), A) if n & 1 else times(n >> 1, add(A, A))
def point(data):
    sign, y = divmod(int.from_bytes(data, "little"), 2**255)
    square = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
    x = pow(square, (p + 3) // 8, p)
    x = x if x * x % p == square else x * pow(2, (p - 1) // 4, p) % p
    assert x * x % p == square, "no point of the curve"
    return (p - x if x & 1 != sign else x), y

name, number, key = sys.argv[2].strip().split("+", 2)
assert name == origin and sha(name.encode() + b"\n" + b64(key)).hex()[:8] == number, "KEY is not a key of this log"
lines = [b64(line.split(" ")[2]) for line in signatures.split("\n") if line.startswith(f"\u2014 {name} ")]
signature = next((line[4:] for line in lines if line[:4].hex() == number), bytes(64))
R, S, A = signature[:32], int.from_bytes(signature[32:], "little"), b64(key)[1:]
k = int.from_bytes(hashlib.sha512(R + A + (text + "\n").encode()).digest(), "little") % q
if S >= q or signature == bytes(64) or times(S, point(b"\x58" + b"\x66" * 31)) != add(point(R), times(k, point(A))):
    sys.exit("NOT PROVED: the checkpoint is not signed with this key.")
print(f"PROVED: entry {index} of the {size} of {origin}.")
print(*(f"{name}: {row[name]['text']}" for name in PARTS if "text" in row[name]), sep="\n")
