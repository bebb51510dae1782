/**
 * Returns the keys of features in the order of their file: code, else name, else number, each once per version. The
 * next version's feature with the same key is the same land; of several with one code, the first, the second and so on.
 */
export function featureKeys() {
  const seen = new Map<string, number>()
  return ({ code, name, number }: { code: string | null; name: string | null; number: number }): string => {
    const key = code ?? name ?? String(number)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    // a line break is in no name, so no other key is the same
    return count === 1 ? key : `${key}\n${count}`
  }
}
