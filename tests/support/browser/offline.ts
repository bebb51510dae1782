import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Makes every connection fail. */
const NO_NETWORK = {
  node: `data:text/javascript,${encodeURIComponent(
    `import net from 'node:net'
     net.Socket.prototype.connect = () => { throw new Error('there is no network') }`,
  )}`,
  python: `
import runpy, socket, sys
def refuse(*_): raise OSError("there is no network")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = refuse
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")`,
}

/** The two programs that check a proof, as the product ships them. */
const PROGRAMS = {
  node: [process.execPath, '--import', NO_NETWORK.node, 'dist/server/verify-proof.mjs'],
  python: ['python3', '-c', NO_NETWORK.python, 'scripts/verify-proof.py'],
} as const
export type Checker = keyof typeof PROGRAMS

/** Runs a program on a proof and a key with the network off. */
export function checkOffline(checker: Checker, folder: string, proof: string, key: string) {
  const file = path.join(folder, 'a.tlog-proof')
  writeFileSync(file, proof)
  const [program, ...words] = PROGRAMS[checker]
  const { status, stdout, stderr } = spawnSync(program, [...words, file, key], { encoding: 'utf8' })
  return { status, said: stdout.trim(), refused: stderr.trim() }
}
