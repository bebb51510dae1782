import { createServer } from 'node:http'

/** Answers everything with nothing, so that what a machine itself takes can be told from what a server takes. */
const server = createServer((_request, reply) => reply.end())
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
process.once('disconnect', () => process.exit())
