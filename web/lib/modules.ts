import { setupError } from './config.ts'

/** The modules of the generic calls (000 §7). */
export const MODULES = [
  'users',
  'roles',
  'sites',
  'sites/principles',
  'sites/activities',
  'sites/dashboard',
  'sites/activities/dashboard',
  'reports',
] as const
export type Module = (typeof MODULES)[number]

/** The first words of calls outside the modules: log in, own account, places and files, summaries, imports. */
const NAMED_CALLS = [
  'login',
  'logout',
  'forgot-password',
  'reset-password',
  'change-password',
  'validate-token',
  'my-profile',
  'my-sign-in',
  'sign-in',
  'regions',
  'provinces',
  'cities',
  'offices',
  'file',
  'drafts',
  'points',
  'summaries',
  'crosswalk',
  'translations',
  'imports',
  'land',
  'points',
]

/** The calls that every module has; the words before one of these are the module's name. */
const GENERIC_CALLS = [
  'datatable',
  'search',
  'activate',
  'deactivate',
  'submitted',
  'approved',
  'returned',
  'audit-logs',
]

const isModule = (name: string): name is Module => (MODULES as readonly string[]).includes(name)

/** Returns the module of this name; throws the errors of 000 §8 for any other name. */
export function checkedModule(name: string): Module {
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(name)) throw setupError('Module name contains invalid characters.')
  if (!isModule(name)) throw setupError('Invalid module access attempt.')
  return name
}

/** Returns the module's name in a path: all words before a generic call, else the longest known beginning. */
function nameIn(words: string[]): string {
  const call = words.findIndex((word) => GENERIC_CALLS.includes(word))
  if (call > 0) return words.slice(0, call).join('/')
  const beginnings = words.map((_, index) => words.slice(0, index + 1).join('/'))
  return beginnings.filter(isModule).pop() ?? words[0] ?? ''
}

/** Returns the module of a path of the contract, null for a call outside the modules; throws for an unknown module. */
export function moduleOf(path: string): Module | null {
  const parts = path.replace(/^\//, '').split('/')
  const firstParameter = parts.findIndex((part) => part.startsWith(':'))
  const words = firstParameter < 0 ? parts : parts.slice(0, firstParameter)
  if (NAMED_CALLS.includes(words[0] ?? '')) return null
  return checkedModule(nameIn(words))
}

/** Returns one encoded part of an address; throws for a value that would leave its module. */
function segment(name: string, value: unknown): string {
  const text = String(value)
  const isId = name === 'id' || name.endsWith('Id')
  if (isId && !/^[1-9]\d*$/.test(text)) throw setupError('Invalid ID')
  if (/^\.*$/.test(text)) throw setupError('Module name contains invalid characters.')
  return encodeURIComponent(text)
}

/**
 * Returns the address of a call below the API base, with its parameters filled in; optional ones may be left out.
 * Throws for an unknown module and an id that is not a positive whole number, before anything is sent (000 §7, §8).
 */
export function checkedPath(path: string, params: Record<string, unknown> = {}): string {
  moduleOf(path)
  return path
    .split('/')
    .map((part) => {
      if (!part.startsWith(':')) return part
      const name = part.slice(1).replace('?', '')
      const value = params[name]
      if (part.endsWith('?') && (value === undefined || value === '')) return null
      return segment(name, value)
    })
    .filter((part) => part !== null)
    .join('/')
}
