import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Acts like a test that starts servers: each in its own process group and ignoring signals. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'stays-'))
const deaf = "process.on('SIGTERM', () => 0); process.on('SIGINT', () => 0); setInterval(() => 0, 1000)"
const options = { detached: true, stdio: 'ignore' }
const heir = spawn(process.execPath, ['-e', deaf], options)
// like a database server: found only by its working folder, not by its environment
const server = spawn(process.execPath, ['-e', deaf], { ...options, env: {}, cwd: folder })
console.log(JSON.stringify({ folder: os.tmpdir(), pids: [process.pid, heir.pid, server.pid] }))
if (process.argv.includes('ends')) process.exit(3)
setInterval(() => undefined, 1000)
