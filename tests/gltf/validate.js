// Judges glTF files by the validator of the Khronos Group. Fails on errors; tells of warnings.
const fs = require('fs')
const path = require('path')
const modules = process.env.WARREN_NODE_MODULES
const validator = require(path.join(modules, 'gltf-validator'))

const files = process.argv.slice(2)
let errors = 0
let warnings = 0

async function judge(file) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
    uri: path.basename(file),
    maxIssues: 0,
    externalResourceFunction: async (uri) =>
      new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))),
  })
  errors += report.issues.numErrors
  warnings += report.issues.numWarnings
  for (const issue of report.issues.messages.filter((issue) => issue.severity < 2).slice(0, 20))
    console.log(`${file}: ${issue.code} at ${issue.pointer}: ${issue.message}`)
}

async function main() {
  if (files.length === 0) throw new Error('no files')
  for (const file of files) await judge(file)
  console.log(`Validated ${files.length} files: ${errors} errors, ${warnings} warnings`)
  process.exit(errors > 0 ? 1 : 0)
}

main().catch((fault) => {
  console.error(String(fault))
  process.exit(1)
})
