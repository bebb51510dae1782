import { expect, test } from 'vitest'
import { mergeMetrics } from './workers.ts'

const textOf = (worker: number) => `# HELP calls Calls
# TYPE calls counter
calls{worker="${worker}",route="/"} ${worker}
calls{worker="${worker}",route="/health"} 0

# HELP nothing_yet Nothing yet
# TYPE nothing_yet gauge
`

test('numbers of several workers stand together below one name', () => {
  expect(mergeMetrics([textOf(1), textOf(3)])).toBe(`# HELP calls Calls
# TYPE calls counter
calls{worker="1",route="/"} 1
calls{worker="1",route="/health"} 0
calls{worker="3",route="/"} 3
calls{worker="3",route="/health"} 0

# HELP nothing_yet Nothing yet
# TYPE nothing_yet gauge
`)
})
