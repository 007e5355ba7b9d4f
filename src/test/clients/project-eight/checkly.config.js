const { defineConfig } = require('checkly')

module.exports = defineConfig({
  projectName: 'Bakery',
  logicalId: 'bakery',
  checks: {
    checkMatch: 'monitors/**/*.check.js',
    locations: ['eu-central-1', 'us-east-1'],
    tags: ['as-code'],
  },
})
