"""Verifies a folder written by "log export", with nothing but Python 3.8: python3 verify-rows.py FOLDER KEY

KEY is the line at /log/key, which you saved earlier; README.txt in the folder describes its format. Computes every entry
from its row and compares it with the published one, computes the root from all entries, and checks its signature.
Exits with 0 if the log is whole, 1 if it differs, 2 on a wrong call, 3 if FOLDER or a file of it cannot be read."""
import base64, glob, hashlib, json, os, re, sys

def stop(code, sentence):
    print(sentence, file=sys.stderr)
    sys.exit(code)

if len(sys.argv) != 3:
    stop(2, "usage: python3 verify-rows.py FOLDER KEY")
sha, b64 = lambda data: hashlib.sha256(data).digest(), base64.b64decode
folder, faults = sys.argv[1], []
if not os.path.isdir(folder):
    stop(3, f"NOT REACHED: {folder} cannot be read: no such folder")
PARTS = ("what", "facts", "who", "words", "rest")

def fault(sentence):
    faults.append(sentence)
    if len(faults) <= 20:
        print(sentence)

def part(shown):
    """The hash of a part: computed from its salt and text, or given in place of them."""
    known = bytes.fromhex(shown["hash"] if "hash" in shown else shown["salt"])
    assert (set(shown), len(known)) in (({"hash"}, 32), ({"salt", "text"}, 16))
    return known if "hash" in shown else sha(known + shown["text"].encode())

def read(name):
    try:
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        sys.exit(f"NOT WHOLE: {name} cannot be read.")
    except OSError as fault:
        stop(3, f"NOT REACHED: {name} cannot be read: {fault}")

def rows():
    """Each line of the row files, with its file and line number."""
    for number, name in enumerate(sorted(glob.glob(os.path.join(folder, "rows", "*"))), 1):
        short = f"rows/{os.path.basename(name)}"
        if short != f"rows/{number:06}.jsonl":
            return fault(f"MISSING: rows/{number:06}.jsonl is not there, but {short} is.")
        with open(name, encoding="utf-8", newline="\n") as file:
            for line, text in enumerate(file, 1):
                yield f"{short}, line {line}", text

try:
    text, signatures = read("checkpoint").decode().split("\n\n", 1)
    origin, size, root = text.split("\n")[:3]
    size, root = int(size), b64(root)
except ValueError:
    sys.exit("NOT WHOLE: the file checkpoint is not a checkpoint.")

def bundles():
    """Every published entry in the order of the log; each bundle is also compared with its tile of the tree."""
    for index in range(-(-size // 256)):
        width = min(256, size - 256 * index)
        path = re.sub(r"(\d{3})(?=\d)", r"x\1/", str(index).zfill(-(-len(str(index)) // 3) * 3))
        path += f".p/{width}" if width < 256 else ""
        data = read(f"tile/entries/{path}")
        entries = [data[at + 2:at + 34] for at in range(0, len(data), 34)]
        if data != b"".join(b"\0\x20" + entry for entry in entries) or len(entries) != width:
            sys.exit(f"NOT WHOLE: tile/entries/{path} is not a bundle of {width} entries.")
        if read(f"tile/0/{path}") != b"".join(sha(b"\0" + entry) for entry in entries):
            fault(f"CHANGED: tile/0/{path} does not belong to the entries beside it.")
        yield from entries

def entry_of(text, index):
    """Whether a line shows all parts, some or none, and the entry computed from it."""
    row = json.loads(text)
    assert text == json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" and row.pop("index") == index
    if "entry" in row:
        assert set(row) == {"entry"}
        return "none", bytes.fromhex(row["entry"])
    assert row.pop("format") == "safeguards row 2" and tuple(row) == PARTS
    shown = "all" if all("text" in row[name] for name in PARTS) else "some"
    return shown, sha(b"".join(part(row[name]) for name in PARTS))

# Reads rows and entries in step; for the root it keeps a list of full subtrees, each with its number of leaves.
lines, subtrees, counts, without = rows(), [], {"all": 0, "some": 0, "none": 0}, []
def following(index):
    """The next line whose index is this one or a later one, and its place; reports lines before that."""
    for place, line in lines:
        found = re.match(r'\{"index":(\d{1,15}),', line)
        if found and int(found[1]) >= index:
            return int(found[1]), place, line
        fault(f"OUT OF PLACE: {place} does not go on after the line before it.")
    return size, "", ""

next_line = following(0)
for index, entry in enumerate(bundles()):
    subtrees.append((1, sha(b"\0" + entry)))
    while len(subtrees) > 1 and subtrees[-1][0] == subtrees[-2][0]:
        (count, right), (_, left) = subtrees.pop(), subtrees.pop()
        subtrees.append((2 * count, sha(b"\1" + left + right)))
    found, place, line = next_line
    if found > index:
        fault(f"MISSING: the row of entry {index} is not there.")
        continue
    next_line = following(index + 1)
    try:
        shown, made = entry_of(line, index)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
        fault(f"WRONG: {place} is not in the form that README.txt describes.")
        continue
    counts[shown] += 1
    if shown == "none":
        without.append(index)
    if made != entry:
        fault(f"CHANGED: {place} is not the row that entry {index} was made of.")
while next_line[0] >= size and next_line[1]:
    fault(f"ADDED: {next_line[1]} is beyond the {size} entries of the checkpoint.")
    next_line = following(size)

top = subtrees.pop()[1] if subtrees else sha(b"")
while subtrees:
    top = sha(b"\1" + subtrees.pop()[1] + top)
if top != root:
    fault("CHANGED: the entries do not lead to the root of the checkpoint.")

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
signed = [b64(line.split(" ")[2]) for line in signatures.split("\n") if line.startswith(f"\u2014 {origin} ")]
is_ours = name == origin and sha(f"{name}\n".encode() + b64(key))[:4].hex() == number
if not is_ours or not any(is_signed(b64(key)[1:], sign[4:]) for sign in signed if sign[:4].hex() == number):
    fault("NOT SIGNED: the checkpoint is not signed with this key.")

if faults:
    sys.exit(f"NOT WHOLE: {len(faults)} {'finding' if len(faults) == 1 else 'findings'} in the {size} entries of {origin}.")
print(f"WHOLE: the {size} entries of {origin} are those of the checkpoint, and each row is the one its entry was made of.")
print(f"{counts['all']} rows are shown whole, {counts['some']} with hashes in place of some parts, {counts['none']} not at all.")
if without:
    print(f"Not shown, because erased or lost: entries {', '.join(map(str, without[:20]))}{' …' if without[20:] else ''}.")
