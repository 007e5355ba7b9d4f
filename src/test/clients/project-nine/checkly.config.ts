import { defineConfig } from 'checkly'

export default defineConfig({
  projectName: 'Harbour',
  logicalId: 'harbour',
  checks: {
    checkMatch: 'monitors/**/*.check.ts',
    locations: ['eu-west-1'],
    tags: ['as-code'],
  },
})
