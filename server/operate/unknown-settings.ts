/** first words of settings that other programs' variables begin with as well */
const COMMON = ['ADMIN', 'API', 'DATA', 'DATABASE', 'LOG', 'PUBLIC']

/** variables that a cluster sets for each of its services */
const CLUSTER_VARIABLES = /_SERVICE_(HOST|PORT)|_PORT(_|$)/

/** Whether the texts differ by one added, missing or other letter, or by two neighbours swapped. */
function isOneEditApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  const rest = (text: string, from: number) => text.slice(start + from)
  if (short.length < long.length) return rest(short, 0) === rest(long, 1)
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return rest(short, 1) === rest(long, 1) || (isSwapped && rest(short, 2) === rest(long, 2))
}

/**
 * Variables that resemble a setting, each with the setting that may be meant: one letter off, in small letters, or with
 * a first word that only our settings have.
 */
function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): { name: string; meant: string | null }[] {
  const words = known.filter((name) => name.includes('_')).map((name) => name.split('_')[0] ?? '')
  const isOurs = (name: string) => {
    const [word = '', ...more] = name.split('_')
    return more.length > 0 && words.includes(word) && !COMMON.includes(word) && !CLUSTER_VARIABLES.test(name)
  }
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const capitals = name.toUpperCase()
      const meant = known.find((setting) => setting === capitals || isOneEditApart(setting, capitals)) ?? null
      return { name, meant }
    })
    .filter(({ name, meant }) => meant !== null || isOurs(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** The unknown settings as sentences for the log. */
export const unknownSettingSentences = (
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] =>
  unknownSettings(env, known).map(
    ({ name, meant }) => `${name} is not a setting of this product${meant ? `; ${meant} may be meant` : ''}.`,
  )
