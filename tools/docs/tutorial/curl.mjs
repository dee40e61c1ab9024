/**
 * What the tutorial uses of curl, for machines without one: sends a request and prints the answer. The
 * port that the tutorial names is not free everywhere, so `API_URL` says where the API is.
 */
const [options, rest] = [{ headers: {} }, process.argv.slice(2)];
const takers = {
  '-H': (value) => {
    const [name, text] = value.split(/: (.*)/);
    options.headers[name] = text;
  },
  '-X': (value) => (options.method = value),
  '--json': (value) => {
    options.body = value;
    options.headers['content-type'] = 'application/json';
  },
  '-d': (value) => addToForm(value),
  '--data-urlencode': (value) => addToForm(value),
};

while (rest.length > 0) {
  const word = rest.shift();
  if (word === '-i') options.include = true;
  else if (word in takers) takers[word](rest.shift());
  else if (word.startsWith('-') || options.url) throw new Error(`unknown argument: ${word}`);
  else options.url = word.replace(/^localhost:8000/, process.env['API_URL']);
}

const { url, headers, body, include } = options;
const method = options.method ?? (body === undefined ? 'GET' : 'POST');
const response = await fetch(url, { method, headers, body, redirect: 'manual' });
if (include) {
  console.log(`HTTP/1.1 ${response.status} ${response.statusText}`);
  for (const [name, value] of response.headers) console.log(`${name}: ${value}`);
  console.log('');
}
console.log(await response.text());

function addToForm(pair) {
  const [name, value] = pair.split(/=(.*)/s);
  options.body ??= new URLSearchParams();
  options.body.append(name, value);
}
