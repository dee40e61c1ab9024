import { isCallOf } from './library.js';
import { findMember } from './members.js';
import { truth } from './truth.js';
import type { Arguments, Call, NamedCall, Value } from './values.js';
import { NONE, sequence, symbol } from './values.js';

const models = new WeakMap<Call, Value>();

/** `db.Model` of `db = SQLAlchemy(…)`: what models extend. It names their tables, unless that is off. */
export function flaskModel(database: Call): Value {
  const known = models.get(database);
  if (known) return known;
  const { keywords, origin } = database;
  const given = keywords.get('model_class');
  const off = keywords.get('disable_autonaming');
  const named = off && truth(off) === true ? [] : [symbol('flask_sqlalchemy.Model')];
  const metadata = keywords.get('metadata');
  const made: Value = {
    kind: 'call',
    callee: symbol('sqlalchemy.orm.declarative_base'),
    args: [],
    keywords: new Map([
      ['cls', sequence([...(given ? [given] : []), ...named])],
      ...(metadata ? [['metadata', metadata] as const] : []),
    ]),
    open: undefined,
    origin,
  };
  models.set(database, made);
  return made;
}

/** `db.metadata`: what is given, or that of the class that is given. */
export function flaskMetadata({ keywords }: Call): Value | undefined {
  const given = keywords.get('model_class');
  return (
    keywords.get('metadata') ??
    (given?.kind === 'class' ? findMember(given, 'metadata')?.value : undefined)
  );
}

/** `db.Table('tags', …)`, which may leave out the metadata. */
export function flaskTable(database: Call, { args, ...given }: Arguments): NamedCall {
  const [name, metadata, ...rest] = args;
  const isGiven =
    isCallOf(metadata, 'MetaData') ||
    (metadata?.kind === 'attribute' && metadata.name === 'metadata');
  const { keywords, open, origin } = given;
  return {
    kind: 'call',
    callee: symbol('sqlalchemy.Table'),
    args:
      isGiven || !name
        ? args
        : [name, flaskMetadata(database) ?? NONE, ...(metadata ? [metadata] : []), ...rest],
    keywords,
    open,
    origin,
  };
}
