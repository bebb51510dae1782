import { nameSourcesInStacks } from '../../../server/lib/readable-stacks.ts'

nameSourcesInStacks()

function breakDown(): never {
  throw new Error('as asked')
}
breakDown()
