import { randomUUID } from 'node:crypto'

/** The other end of a channel between two processes: a worker for its parent, and the parent for a worker. */
type Peer = {
  send?: ((message: object, done: (error: Error | null) => void) => unknown) | undefined
  on: (event: 'message', listener: (message: unknown) => void) => unknown
  off: (event: 'message', listener: (message: unknown) => void) => unknown
}

type ProcessMessage = { ask?: string; reply?: unknown; id: string }

/** Asks the other process; null when it does not answer in time, or has ended. */
export const askProcess = <Answer>(peer: Peer, question: string, most_ms: number) =>
  new Promise<Answer | null>((resolve) => {
    const id = randomUUID()
    const end = (answer: Answer | null) => {
      clearTimeout(timer)
      peer.off('message', hear)
      resolve(answer)
    }
    const hear = (message: unknown) => {
      const { reply, id: of } = message as ProcessMessage
      if (of === id && reply !== undefined) end(reply as Answer)
    }
    const timer = setTimeout(() => end(null), most_ms)
    peer.on('message', hear)
    peer.send?.({ ask: question, id }, (error) => error && end(null))
  })

/** Answers this question of the other process from now on. */
export function answerProcess(peer: Peer, question: string, answer: () => Promise<unknown>): void {
  peer.on('message', (message) => {
    const { ask, id } = message as ProcessMessage
    if (ask !== question) return
    // without an answer the other process times out
    const nothing = () => undefined
    answer().then((said) => peer.send?.({ reply: said, id }, nothing), nothing)
  })
}
