/** example names for a reader's own witness */
export const EXAMPLE_WITNESS = {
  name: 'witness.example.org/w1',
  url: 'https://witness.example.org',
  key: 'witness.example.org/w1+01234567+KEY',
} as const

/** The commands that run litewitness as a witness of the log with this name and key. */
export const witnessCommands = (address: string, { origin, key }: { origin: string; key: string }) => ({
  install: [
    'go install filippo.io/torchwood/cmd/litewitness@latest',
    'go install filippo.io/torchwood/cmd/witnessctl@latest',
  ].join('\n'),
  key: [
    "ssh-keygen -q -t ed25519 -N '' -C witness -f witness-key",
    'ssh-agent -a litewitness.sock',
    'SSH_AUTH_SOCK=litewitness.sock ssh-add witness-key',
    'ssh-keygen -l -f witness-key.pub',
  ].join('\n'),
  log: [
    `curl -fsS ${address}/log/key`,
    `witnessctl add-log -origin '${origin}'`,
    `witnessctl add-key -origin '${origin}' -key '${key}'`,
  ].join('\n'),
  run: `litewitness -name ${EXAMPLE_WITNESS.name} -key SHA256:FINGERPRINT`,
  https: 'caddy reverse-proxy --from witness.example.org --to localhost:7380',
})
