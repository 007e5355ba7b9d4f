// Reads a status page as other people's programs do, and prints what they made of it.
const { Statuspage } = require('statuspage.io')
const Ajv = require('ajv')
const addFormats = require('ajv-formats')
const schema = require('jsonfeed-schema/v1.1')

async function main(address) {
  const client = new Statuspage('none')
  client.setApiUrl(address)
  const { api } = client
  const feed = await (await fetch(`${address}/feed.json`)).json()
  const ajv = new Ajv({ allErrors: true, strict: false })
  addFormats(ajv)
  const validate = ajv.compile(schema)
  validate(feed)
  const feedErrors = validate.errors ?? []
  validate({ version: feed.version })
  const brokenErrors = validate.errors ?? []
  return {
    summary: await api.getSummary(),
    status: await api.getStatus(),
    components: await api.getComponents(),
    incidents: await api.incidents.getAll(),
    unresolved: await api.incidents.getUnresolved(),
    upcoming: await api.scheduledMaintenances.getUpcoming(),
    feed,
    feedErrors,
    brokenErrors,
  }
}

main(process.argv[2]).then(
  (read) => console.log(JSON.stringify(read)),
  (failure) => {
    console.error(failure)
    process.exitCode = 1
  },
)
