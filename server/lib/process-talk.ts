import { randomUUID } from 'node:crypto'

/** The other end of a line between two processes: a worker for its parent, and the parent for a worker. */
type Peer = {
  send?: ((message: object, done: (error: Error | null) => void) => unknown) | undefined
  on: (event: 'message', listener: (message: unknown) => void) => unknown
  off: (event: 'message', listener: (message: unknown) => void) => unknown
}

type Talk = { ask?: string; said?: unknown; id: string }

/** Asks the other process; null when it has not answered in time, or is gone. */
export const askProcess = <Answer>(peer: Peer, question: string, most_ms: number) =>
  new Promise<Answer | null>((resolve) => {
    const id = randomUUID()
    const end = (answer: Answer | null) => {
      clearTimeout(timer)
      peer.off('message', hear)
      resolve(answer)
    }
    const hear = (message: unknown) => {
      const { said, id: of } = message as Talk
      if (of === id && said !== undefined) end(said as Answer)
    }
    const timer = setTimeout(() => end(null), most_ms)
    peer.on('message', hear)
    peer.send?.({ ask: question, id }, (error) => error && end(null))
  })

/** Answers this question of the other process from now on. */
export function answerProcess(peer: Peer, question: string, answer: () => Promise<unknown>): void {
  peer.on('message', (message) => {
    const { ask, id } = message as Talk
    if (ask !== question) return
    // whoever hears nothing gives up by itself
    const nothing = () => undefined
    answer().then((said) => peer.send?.({ said, id }, nothing), nothing)
  })
}
