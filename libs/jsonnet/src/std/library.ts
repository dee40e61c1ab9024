import { arrays } from './arrays.js';
import type { Builtin } from './builtin.js';
import { encoding } from './encoding.js';
import { hashes } from './hashes.js';
import { manifestJson } from './manifest-json.js';
import { manifestText } from './manifest-text.js';
import { manifestToml } from './manifest-toml.js';
import { manifestYaml } from './manifest-yaml.js';
import { numbers } from './numbers.js';
import { objects } from './objects.js';
import { parseJson } from './parse-json.js';
import { parseNumbers } from './parse-number.js';
import { parseYaml } from './parse-yaml.js';
import { sets } from './sets.js';
import { strings } from './strings.js';
import { types } from './types.js';

/** The functions of the standard library that are the same in every evaluation, by name. */
export const library: ReadonlyMap<string, Builtin> = new Map(
  [
    ...types,
    ...numbers,
    ...strings,
    ...arrays,
    ...sets,
    ...objects,
    ...encoding,
    ...hashes,
    ...parseNumbers,
    ...parseJson,
    ...parseYaml,
    ...manifestJson,
    ...manifestYaml,
    ...manifestToml,
    ...manifestText,
  ].map((builtin) => [builtin.name, builtin]),
);
