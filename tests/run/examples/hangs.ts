import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, test } from 'vitest'

// news that follow each other within a tenth of a second may wait for the next ones, which a test that hangs never has
beforeEach(() => sleep(300))

test('waits for what never comes', { timeout: 0 }, () => new Promise(() => undefined))
