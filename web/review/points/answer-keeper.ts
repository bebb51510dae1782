import { paragraphForm } from '../../../shared/lib/text-form.ts'
import { ApiError } from '../../lib/call.ts'
import { deviceDrafts } from '../../lib/draft.ts'
import { isFailure } from '../../lib/failures.ts'

/** after the last key, and after a failure */
const PAUSE_MS = 1_000
const RETRY_MS = 10_000

/** An answer that is typed and not stored yet; `was` is the stored one that the person saw. */
type TypedAnswer = { text: string; was: string }

export type AnswerState = {
  /** null while nothing is typed that is not stored */
  typed: string | null
  where: 'nowhere' | 'sending' | 'server' | 'device'
  /** what a colleague has stored since the person began; null without a conflict */
  theirs: string | null
}

type AnswerCalls = {
  /** the name of the copy on this device */
  name: string
  /** whether a text is within its limits */
  isFit: (text: string) => boolean
  /** stores an answer; resolves with the stored text */
  send: (answer: { text: string | null; was: string | null }) => Promise<string>
  /** reads the answer that is stored now */
  read: () => Promise<string>
  /** the server has refused it for another reason than a colleague's answer; `forget` drops what is typed */
  onRefused: (error: unknown, forget: () => void) => void
  report: (state: AnswerState) => void
}

/** Stores the words that answer a point: at once on this device, and soon after the last key on the server. */
export function createAnswerKeeper({ name, isFit, send, read, onRefused, report }: AnswerCalls) {
  let typed = deviceDrafts.read<TypedAnswer>(name)
  let theirs: string | null = null
  let where: AnswerState['where'] = typed ? 'device' : 'nowhere'
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null

  const state = (): AnswerState => ({ typed: typed?.text ?? null, where, theirs })
  const set = (next: TypedAnswer | null, at: AnswerState['where']) => {
    typed = next
    where = at
    if (typed) deviceDrafts.save(name, typed)
    else deviceDrafts.drop(name)
    report(state())
  }
  const storeIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void store(), ms)
  }

  const drop = () => {
    clearTimeout(timer)
    theirs = null
    set(null, 'nowhere')
  }

  /** `text` is stored now: done, unless more was typed since */
  const stored = (text: string, was: string) => {
    if (!typed) return
    if (typed.text === text) set(null, 'server')
    else set({ text: typed.text, was }, 'sending')
  }

  const post = async ({ text, was }: TypedAnswer) => {
    set(typed, 'sending')
    try {
      stored(text, await send({ text: paragraphForm(text) || null, was: was || null }))
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'answer_saved_before'
      const now = isTaken ? await read().catch(() => null) : null
      // an attempt without an answer may have stored it
      if (now === paragraphForm(text)) return stored(text, now)
      theirs = now
      set(typed, 'device')
      if (now !== null) return
      if (isTaken || isFailure(error)) storeIn(RETRY_MS)
      else onRefused(error, drop)
    }
  }

  const store = async (): Promise<void> => {
    clearTimeout(timer)
    if (sending) await sending
    if (!typed || theirs !== null || !isFit(typed.text)) return
    sending = post(typed)
    await sending
    sending = null
    if (typed && where === 'sending') await store()
  }

  return {
    state,
    store,
    /** `was` is the stored answer that the page shows */
    write: (text: string, was: string) => {
      set({ text, was: typed?.was ?? was }, where === 'device' ? 'device' : 'nowhere')
      storeIn(PAUSE_MS)
    },
    /** chooses between the person's text and that of a colleague */
    choose: (choice: 'theirs' | 'mine') => {
      const now = theirs
      theirs = null
      if (now === null || !typed) return
      if (choice === 'theirs') return set(null, 'server')
      set({ text: typed.text, was: now }, 'sending')
      void store()
    },
    /** a further try after the line is back */
    retry: () => {
      if (typed) void store()
    },
  }
}
