/**
 * A kind of conversation: at a place of something people take steps that are never changed, and its state follows from
 * them. The texts are in the steps alone, not in the log, so that there is one place from which each is erased. A
 * further kind is an object of this type, its rows in `thread_kinds` and `thread_actions`, and its calls.
 */
export type ThreadKind<Action extends string = string> = {
  name: 'comment' | 'note' | 'point' | 'finding'
  /** the state that each step leads to, where it is that of the last step */
  after?: Readonly<Record<Action, string>>
  /** the most characters of a text */
  most: number
  /** the row of the log that each step with a text is written with */
  events: Readonly<Partial<Record<Action, string>>>
  /** what that row has the number of: its field has this name, or that of the kind; a decision takes many steps */
  logged: 'step' | 'thread' | 'decision'
  /** whether what a step keeps beside its text is erased with it, such as names */
  erasesFacts: boolean
}
