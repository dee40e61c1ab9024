import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { run } from './run.js';

/** The functions of the reference manual's standard library page, 0.21, with their parameters. */
const REFERENCE = `
extVar(x) type(x) length(x) prune(a)
isArray(v) isBoolean(v) isFunction(v) isNull(v) isNumber(v) isObject(v) isString(v)
get(o,f,default,inc_hidden) objectHas(o,f) objectHasAll(o,f) objectFields(o) objectFieldsAll(o)
objectValues(o) objectValuesAll(o) objectKeysValues(o) objectKeysValuesAll(o)
objectRemoveKey(obj,key) mapWithKey(func,obj) mergePatch(target,patch)
abs(n) sign(n) max(a,b) min(a,b) pow(x,n) exp(x) log(x) log2(x) log10(x) exponent(x) mantissa(x)
floor(x) ceil(x) sqrt(x) sin(x) cos(x) tan(x) asin(x) acos(x) atan(x) atan2(y,x) hypot(a,b)
deg2rad(x) rad2deg(x) round(x) isEven(x) isOdd(x) isInteger(x) isDecimal(x) clamp(x,minVal,maxVal)
mod(a,b) assertEqual(a,b) toString(a) codepoint(str) char(n) substr(str,from,len)
findSubstr(pat,str) startsWith(a,b) endsWith(a,b) stripChars(str,chars) lstripChars(str,chars)
rstripChars(str,chars) split(str,c) splitLimit(str,c,maxsplits) splitLimitR(str,c,maxsplits)
strReplace(str,from,to) isEmpty(str) trim(str) equalsIgnoreCase(str1,str2) asciiUpper(str)
asciiLower(str) stringChars(str) format(str,vals) escapeStringBash(str_) escapeStringDollars(str_)
escapeStringJson(str_) escapeStringPython(str) escapeStringXml(str_) escapeStringXML(str_)
parseInt(str) parseOctal(str) parseHex(str) parseJson(str) parseYaml(str)
encodeUTF8(str) decodeUTF8(arr) manifestIni(ini) manifestPython(v) manifestPythonVars(conf)
manifestJsonEx(value,indent,newline,key_val_sep) manifestJson(value) manifestJsonMinified(value)
manifestYamlDoc(value,indent_array_in_object,quote_keys)
manifestYamlStream(value,indent_array_in_object,c_document_end,quote_keys)
manifestXmlJsonml(value) manifestToml(value) manifestTomlEx(value,indent)
makeArray(sz,func) member(arr,x) count(arr,x) find(value,arr) map(func,arr)
mapWithIndex(func,arr) filterMap(filter_func,map_func,arr) flatMap(func,arr) filter(func,arr)
foldl(func,arr,init) foldr(func,arr,init) range(from,to) repeat(what,count)
slice(indexable,index,end,step) join(sep,arr) deepJoin(arr) lines(arr) flattenArrays(arrs)
flattenDeepArray(value) reverse(arr) sort(arr,keyF) uniq(arr,keyF) all(arr) any(arr) sum(arr)
minArray(arr,keyF,onEmpty) maxArray(arr,keyF,onEmpty) contains(arr,elem) avg(arr)
remove(arr,elem) removeAt(arr,at) set(arr,keyF) setInter(a,b,keyF) setUnion(a,b,keyF)
setDiff(a,b,keyF) setMember(x,arr,keyF) base64(input) base64DecodeBytes(str) base64Decode(str)
md5(s) sha1(str) sha256(str) sha512(str) sha3(str) xor(x,y) xnor(x,y) trace(str,rest)
native(name) resolvePath(f,r) equals(a,b) primitiveEquals(x,y) modulo(x,y)
objectHasEx(obj,fname,hidden) objectFieldsEx(obj,hidden)
`;

const functions = REFERENCE.trim()
  .split(/\s+/)
  .map((entry) => /^(\w+)\((.*)\)$/.exec(entry)!)
  .map(([, name, parameters]) => [name!, parameters!.split(',')] as const);

test.each(functions)('std.%s', (name, parameters) => {
  expect(run(`std.type(std.${name})`)).toBe('function');
  // A name that is no parameter is refused by name; each of these must get past that.
  for (const parameter of parameters) {
    const call = `std.${name}(${parameter}=null)`;
    expect(() => run(call), call).not.toThrow(/has no parameter/);
  }
});

test('every other function is described in the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const known = new Set([...functions.map(([name]) => name), 'pi', 'thisFile']);
  const others = run('std.objectFieldsAll(std)') as readonly string[];
  const missing = others.filter(
    (name) => !name.startsWith('__') && !known.has(name) && !readme.includes(`std.${name}`),
  );
  expect(missing).toEqual([]);
});

test('values of the library', () => {
  expect(run('[std.pi, std.thisFile]')).toEqual([Math.PI, 'test.jsonnet']);
  expect(run('std.objectFields(std)')).toEqual([]);
  expect(run('std.length(std.objectFieldsAll(std)) > 150')).toBe(true);
});

test('the library can be extended, and its name taken', () => {
  expect(run('local std2 = std + { double(x):: x * 2 }; std2.double(std2.abs(-2))')).toBe(4);
  expect(run('local std = { abs(x): "mine" }; std.abs(1)')).toBe('mine');
});
