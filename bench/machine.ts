import { readFileSync } from 'node:fs'
import os from 'node:os'

/** What the figures were measured on. */
export function describeMachine(): string {
  const processors = os.cpus()
  const gigabytes = (os.totalmem() / 2 ** 30).toFixed(0)
  return (
    `Measured on ${processors.length} processors (${processors[0]?.model.trim()}), ${gigabytes} GB of memory, ` +
    `${systemName()}, Node.js ${process.version}; bench, product and database share them.`
  )
}

function systemName(): string {
  try {
    const name = /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
    if (name) return name
  } catch {
    // not a Linux with that file
  }
  return `${os.type()} ${os.release()}`
}
