import 'stdlib/../package.json'
