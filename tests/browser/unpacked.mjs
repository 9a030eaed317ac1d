// @ts-check
// What `site/page/lzma.js` makes of a file: `node tests/browser/unpacked.mjs FILE SIZE PIECE` feeds it piece by piece and
// writes what comes out; a fault is said on the other channel.
import { readFileSync } from "node:fs";

const [file, size, piece] = process.argv.slice(2);
const text = readFileSync(new URL("../../site/page/lzma.js", import.meta.url), "utf8");
const { unpacking } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
const data = readFileSync(file),
  made = unpacking(Number(size));
for (let at = 0; at < data.length; at += Number(piece))
  made.take(data.subarray(at, at + Number(piece)), at + Number(piece) >= data.length);
process.stdout.write(made.out);
