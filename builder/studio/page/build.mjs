// Bundles the page: TypeScript, the module of WebAssembly, the bundled kit and templates, all into one HTML file that
// runs from a double click.
//
//     node build.mjs SOURCE MODULE OUT   the root of the tree, the module's folder, the file to write
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";

const [source, module, out] = process.argv.slice(2);
const page = import.meta.dirname ?? new URL(".", import.meta.url).pathname;
const LARGEST = 3 << 20;

async function bundled(entry) {
  const made = await build({
    entryPoints: [join(page, "source", entry)], bundle: true, write: false, format: "iife", minify: true,
    target: ["chrome110", "firefox115"], legalComments: "none",
  });
  return made.outputFiles[0].text;
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** What the page has inside: files by the paths they have in the tree, which kits, and templates with their titles. */
function inside() {
  const files = {}, kits = [], templates = {};
  for (const path of filesBelow(join(source, "kits/library"))) {
    const name = relative(source, path);
    if (name.endsWith(".rng")) continue;
    files[name] = readFileSync(path, "utf8");
    if (basename(name) === "kit.xml") kits.push(name);
  }
  for (const path of filesBelow(join(source, "templates/library"))) {
    const name = relative(source, path);
    files[name] = readFileSync(path, "utf8");
    templates[name] = JSON.parse(files[name]).title ?? basename(name, ".json");
  }
  const welcome = JSON.parse(readFileSync(join(page, "welcome.json"), "utf8"));
  return JSON.stringify({ files, kits, templates, welcome });
}

/** Text inside a script element: nothing in it ends the element. */
const quoted = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");

const glue = readFileSync(join(module, "studio-module.js"), "utf8");
const wasm = gzipSync(readFileSync(join(module, "studio-module.wasm")), { level: 9 }).toString("base64");
const main = quoted(await bundled("main.ts")), boot = readFileSync(join(page, "source/boot.js"), "utf8"), worker = quoted(`${glue}\n${await bundled("worker.ts")}`);
const allowed = [main, boot].map((script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`).join(" ");
const policy = [
  "default-src 'none'", `script-src ${allowed} 'wasm-unsafe-eval' blob:`, "worker-src blob:", "style-src 'unsafe-inline'",
  "img-src data: blob:", "connect-src 'none'", "base-uri 'none'", "form-action 'none'",
].join("; ");
const parts = {
  POLICY: policy, STYLE: readFileSync(join(page, "source/style.css"), "utf8"), BUNDLED: inside().replaceAll("<", "\\u003c"), WORKER: worker,
  WASM: wasm, MAIN: main, BOOT: boot,
};
const html = readFileSync(join(page, "source/page.html"), "utf8").replace(/@([A-Z]+)@/g, (_, name) => parts[name]);
writeFileSync(out, html);
const size = statSync(out).size;
const kib = (bytes) => `${Math.round(bytes / 1024)} KiB`;
console.log(`${out}: ${kib(size)} (wasm ${kib(wasm.length)}, worker ${kib(worker.length)}, page ${kib(main.length)}, kit and templates ${kib(parts.BUNDLED.length)})`);
if (size > LARGEST) {
  console.error(`it is larger than ${kib(LARGEST)}`);
  process.exit(1);
}
