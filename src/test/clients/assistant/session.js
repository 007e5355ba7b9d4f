// Finds out why a monitor failed, with the tools of /mcp and nothing else, and prints what it saw.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [address, key] = process.argv.slice(2)
const client = new Client({ name: 'belfry-session', version: '1' })
await client.connect(
  new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  }),
)
const steps = []

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args })
  const text = result.content[0].text
  steps.push({ name, arguments: args, isError: result.isError, text })
  return result.isError ? text : JSON.parse(text)
}

const { tools } = await client.listTools()
const overview = await call('readCheckOverview', { state: ['FAILING'], limit: 5 })
const failing = overview.entries[0]
const alerts = await call('listAlerts', { checkId: failing.checkId, limit: 3 })
const results = await call('listCheckResults', { checkId: failing.checkId, hasFailures: true, limit: 3 })
const result = await call('readCheckResult', {
  checkId: failing.checkId,
  resultId: results.entries[0].id,
})
const refused = await call('readCheck', { id: 'nonsense' })
let unknown
try {
  unknown = await client.callTool({ name: 'deleteCheck', arguments: { id: failing.checkId } })
} catch (failure) {
  unknown = { code: failure.code, message: failure.message }
}
console.log(
  JSON.stringify({
    server: client.getServerVersion(),
    instructions: client.getInstructions(),
    tools: tools.map((tool) => tool.name),
    failing,
    alerts,
    result,
    refused,
    unknown,
    steps,
  }),
)
await client.close()
