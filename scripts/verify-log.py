"""Verifies that a public log still begins with a checkpoint that you saved, with nothing but Python 3.8:
python3 verify-log.py FILE KEY ADDRESS

FILE is the checkpoint, or contains mailed lines; KEY is the line at /log/key, saved at that time; ADDRESS is that of the
log, as in https://sis.example/log, or a folder with a copy of it. Fetches some tiles of the tree and computes both roots.
Exits with 0 if the log extends FILE, 1 if it differs, 2 on a wrong call, 3 if something could not be reached or read."""
import base64, hashlib, http.client, pathlib, re, sys, urllib.request

def stop(code, sentence):
    print(sentence, file=sys.stderr)
    sys.exit(code)

if len(sys.argv) != 4:
    stop(2, "usage: python3 verify-log.py FILE KEY ADDRESS")
sha, b64 = lambda data: hashlib.sha256(data).digest(), base64.b64decode
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

name, number, key = (re.findall(r"^([^+]+)\+([0-9a-f]{8})\+([\w+/]{44})$", sys.argv[2].strip()) or [("", "", "")])[0]
if sha(name.encode() + b"\n" + b64(key)).hex()[:8] != number:
    stop(2, "usage: KEY is not the key of a log: it is the one line at /log/key.")

def read(note, whose):
    """Size and root of a checkpoint, which must be signed with KEY under its name."""
    try:
        text, signatures = note.split("\n\n", 1)
        origin, size, root = text.split("\n")[:3]
        size, root = int(size), b64(root)
    except ValueError:
        stop(1, f"DIFFERS: {whose} checkpoint is not a checkpoint.")
    lines = [b64(line.split(" ")[2]) for line in signatures.split("\n") if line.startswith(f"\u2014 {name} ")]
    signature = next((line[4:] for line in lines if line[:4].hex() == number), bytes(64))
    R, S, A = signature[:32], int.from_bytes(signature[32:], "little"), b64(key)[1:]
    k = int.from_bytes(hashlib.sha512(R + A + (text + "\n").encode()).digest(), "little") % q
    signed = S < q and signature != bytes(64)
    if origin != name or not signed or times(S, point(b"\x58" + b"\x66" * 31)) != add(point(R), times(k, point(A))):
        sys.exit(f"NOT SIGNED: {whose} checkpoint is not signed with this key.")
    return size, root

where = sys.argv[3] if "://" in sys.argv[3] else pathlib.Path(sys.argv[3]).resolve().as_uri()
def fetch(path):
    address = where.rstrip("/") + "/" + path
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return reply.read()
    except (OSError, http.client.HTTPException, ValueError) as fault:
        stop(3, f"NOT REACHED: {address} cannot be read: {fault}")

try:
    with open(sys.argv[1], encoding="utf-8") as file:
        kept = file.read()
except (OSError, UnicodeDecodeError) as fault:
    stop(3, f"NOT REACHED: {sys.argv[1]} cannot be read: {fault}")
mailed = re.findall(r"^(\S+) (\d+) (\S{44}) (\S+)$", kept, re.M)
notes = [f"{o}\n{size}\n{root}\n\n\u2014 {o} {sign}\n" for o, size, root, sign in mailed] or [kept]
olds = [read(note, "your") for note in notes]
size, now = read(fetch("checkpoint").decode("utf-8", "replace"), "the log's present")
tiles, parts = {}, {}

def tile(level, index):
    """The hashes of a tile, 256 or fewer at the end."""
    if (level, index) not in tiles:
        width = min(256, (size >> 8 * level) - 256 * index)
        path = re.sub(r"(\d{3})(?=\d)", r"x\1/", str(index).zfill(-(-len(str(index)) // 3) * 3))
        data = fetch(f"tile/{level}/{path}" + (f".p/{width}" if width < 256 else ""))
        tiles[level, index] = [data[at:at + 32] for at in range(0, 32 * width, 32)]
    return tiles[level, index]

def root_over(begin, end, mark):
    """The root over these entries, computed from full subtrees on one side of the mark."""
    count = end - begin
    if count & (count - 1) == 0 and (end <= mark or begin >= mark):
        if (begin, end) not in parts:
            level, low = divmod(count.bit_length() - 1, 8)
            first = begin >> 8 * level
            row = tile(level, first >> 8)[first & 255:(first & 255) + (1 << low)]
            while len(row) > 1:
                row = [sha(b"\1" + a + b) for a, b in zip(row[::2], row[1::2])]
            parts[begin, end] = row[0]
        return parts[begin, end]
    half = begin + (1 << (count - 1).bit_length() - 1)
    return sha(b"\1" + root_over(begin, half, mark) + root_over(half, end, mark))

for old, root in olds:
    if old > size:
        sys.exit(f"DIFFERS: you hold a checkpoint of {old} entries, and the log has {size}: an older copy was restored, or the end was cut off.")
    if old and (root_over(0, old, old) != root or root_over(0, size, old) != now):
        sys.exit(f"DIFFERS: the {size} entries of now do not begin with the {old} that you hold: the log was rewritten.")
    print(f"EXTENDS: the {size} entries of {name} begin with the {old} that you hold.")
