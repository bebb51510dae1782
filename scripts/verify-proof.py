"""Verifies a .tlog-proof file offline, with nothing but Python 3.8: python3 verify-proof.py FILE KEY

KEY is the line at /log/key, which you saved before you got the proof. Computes the entry from the row in the file and
the root of the tree from the entry, and checks the signature of that root (Ed25519, RFC 8032). Exits with 0 if the row is proved, 1 if it is not, 2 on a wrong call,
3 if FILE cannot be read."""
import base64, hashlib, json, re, sys

def stop(code, sentence):
    print(sentence, file=sys.stderr)
    sys.exit(code)

if len(sys.argv) != 3:
    stop(2, "usage: python3 verify-proof.py FILE KEY")
sha, b64 = lambda data: hashlib.sha256(data).digest(), base64.b64decode
PARTS = ("what", "facts", "who", "words", "rest")
told = []
def part(name, shown):
    """The hash of a part of the row. Only text that the hash was computed from is printed."""
    known = bytes.fromhex(shown["hash"] if "hash" in shown else shown["salt"])
    assert (set(shown), len(known)) in (({"hash"}, 32), ({"salt", "text"}, 16))
    if "hash" in shown:
        return known
    told.append(f"{name}: {shown['text']}")
    return sha(known + shown["text"].encode())

try:
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        head, text, signatures = file.read().split("\n\n")
    _, extra, index, *path = head.split("\n")
    row, index = json.loads(b64(extra.split(" ")[1])), int(index.split(" ")[1])
    assert set(row) == {"format", *PARTS} and row["format"] == "safeguards row 2"
    parts = [part(name, row[name]) for name in PARTS]
    origin, size, root = text.split("\n")[:3]
    root, size, path = b64(root), int(size), [b64(line) for line in path]
    signed = [b64(line.split(" ")[2]) for line in signatures.split("\n") if line.startswith(f"\u2014 {origin} ")]
except OSError as fault:
    stop(3, f"NOT REACHED: {sys.argv[1]} cannot be read: {fault}")
except (AssertionError, IndexError, KeyError, TypeError, ValueError):
    sys.exit("NOT PROVED: This is not a proof of a row.")

found, node, last = sha(b"\0" + sha(b"".join(parts))), index, size - 1
for beside in path:
    if node & 1 or node == last:
        found = sha(b"\1" + beside + found)
        while not node & 1 and node:
            node, last = node >> 1, last >> 1
    else:
        found = sha(b"\1" + found + beside)
    node, last = node >> 1, last >> 1
if last or not 0 <= index < size or found != root:
    sys.exit("NOT PROVED: This row is not in the tree of the checkpoint.")

# The rest is Ed25519, which Python lacks.
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
    return ((p - x if x & 1 != sign else x), y) if x * x % p == square else None
def is_signed(key, signature):
    R, S, A = point(signature[:32]), int.from_bytes(signature[32:], "little"), point(key)
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + (text + "\n").encode()).digest(), "little") % q
    return R and A and S < q and times(S, point(b"\x58" + b"\x66" * 31)) == add(R, times(k, A))

name, number, key = (re.findall(r"^([^+]+)\+([0-9a-f]{8})\+([\w+/]{44})$", sys.argv[2].strip()) or [("", "", "")])[0]
is_ours = name == origin and sha(f"{name}\n".encode() + b64(key))[:4].hex() == number
if not is_ours or not any(is_signed(b64(key)[1:], sign[4:]) for sign in signed if sign[:4].hex() == number):
    sys.exit("NOT PROVED: The checkpoint is not signed with this key.")
print(f"PROVED: entry {index} of the {size} of {origin}.", *told, sep="\n")
