/** A start that cannot go on, for a reason a person can act on: the message is one or two plain sentences. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
