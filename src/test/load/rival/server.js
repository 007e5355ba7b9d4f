// A plain service to compare with: Fastify, ajv and pg, one table and one statement for each kind of
// resource. It validates with the schemas of our contract and keeps no audit log, no schedule, no limit.
//
// PORT, DATABASE_URL, CONTRACT (path of the API description as JSON) and KEY come from the environment.
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Fastify from 'fastify'
import pg from 'pg'

const ajv = new Ajv2020({ strict: false, useDefaults: true, allErrors: true, validateSchema: false })
addFormats.default(ajv)
ajv.addSchema(JSON.parse(readFileSync(process.env.CONTRACT, 'utf8')), 'contract')
const schema = (name) => ajv.getSchema(`contract#/components/schemas/${name}`)

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })
const app = Fastify({ logger: false })
const bearer = `Bearer ${process.env.KEY}`

app.addHook('onRequest', async (request, reply) => {
  if (request.headers.authorization !== bearer) {
    await reply.code(401).send({ statusCode: 401, error: 'Unauthorized', message: 'Bad Token' })
  }
})

const shown = (row) => ({ id: row.id, ...row.settings, created_at: row.created_at, updated_at: row.updated_at })

// The answer to a statement that gives one row, or 404.
async function answer(reply, status, name, text, values) {
  const { rows } = await pool.query({ name, text, values })
  if (rows.length === 0) {
    return reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'Not Found' })
  }
  return reply.code(status).send(shown(rows[0]))
}

function checked(validate, request, reply) {
  if (validate(request.body)) return true
  reply.code(400).send({ statusCode: 400, error: 'Bad Request', message: ajv.errorsText(validate.errors) })
  return false
}

function creation(path, table, validate, more = () => ({})) {
  const text = `INSERT INTO ${table} (id, settings, created_at) VALUES ($1, $2, now()) RETURNING *`
  app.post(path, (request, reply) => {
    if (!checked(validate, request, reply)) return reply
    return answer(reply, 201, `${table} insert`, text, [randomUUID(), { ...request.body, ...more(request.params) }])
  })
}

function update(path, table, validate) {
  const text = `UPDATE ${table} SET settings = settings || $2, updated_at = now() WHERE id = $1 RETURNING *`
  app.put(path, (request, reply) => {
    if (!checked(validate, request, reply)) return reply
    return answer(reply, 200, `${table} update`, text, [request.params.id, request.body])
  })
}

function reading(path, table) {
  app.get(path, (request, reply) =>
    answer(reply, 200, `${table} select`, `SELECT * FROM ${table} WHERE id = $1`, [request.params.id]))
}

const incidents = '/v1/status-pages/incidents'
creation('/v1/checks/url', 'monitors', schema('UrlMonitorCreate'))
update('/v1/checks/url/:id', 'monitors', schema('UrlMonitorUpdate'))
reading('/v1/checks/:id', 'monitors')
creation(incidents, 'incidents', schema('IncidentCreate'))
update(`${incidents}/:id`, 'incidents', schema('IncidentReplace'))
reading(`${incidents}/:id`, 'incidents')
creation(`${incidents}/:incident/incident-updates`, 'updates', schema('IncidentUpdateCreate'), ({ incident }) => ({ incident }))
update(`${incidents}/:incident/incident-updates/:id`, 'updates', schema('IncidentUpdateEdit'))
reading(`${incidents}/:incident/incident-updates/:id`, 'updates')

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
console.log('Ready on port', process.env.PORT)
