import { test } from 'vitest'

test('waits for what never comes', { timeout: 0 }, () => new Promise(() => undefined))
