import type { AlterTableCmd, Node, RangeVar } from 'libpg-query';

/** What a statement does to one object. */
export interface Operation {
  readonly does:
    | 'create'
    | 'drop'
    | 'rename'
    | 'move'
    | 'revoke'
    | 'add column'
    | 'drop column'
    | 'change type'
    | 'set not null'
    | 'drop not null'
    | 'set default'
    | 'drop default'
    | 'add constraint'
    | 'validate constraint'
    | 'drop constraint'
    | 'attach partition'
    | 'detach partition'
    | 'rewrite'
    | 'create index'
    | 'reindex'
    | 'refresh'
    | 'lock'
    | 'truncate'
    | 'update all'
    | 'delete all'
    | 'control transaction';
  /** `table`, `view`, `index`, `domain`, `enum value`, `schema` and so on. */
  readonly kind: string;
  /** The object as the statement names it: `blog.articles`. */
  readonly object: string;
  /** The column, constraint, index or partition that it is about. */
  readonly part?: string;
  readonly constraint?: Constraint;
  readonly isConcurrent?: boolean;
  /** It does nothing if the object is there, or is not there. */
  readonly isConditional?: boolean;
  readonly hasDefault?: boolean;
  /** Each row gets a value of its own. */
  readonly isVolatile?: boolean;
  /** Each row gets a value that is computed from its other columns, and stored. */
  readonly isStored?: boolean;
}

/** A constraint that is added. */
export interface Constraint {
  readonly type: 'check' | 'foreign key' | 'unique' | 'primary key' | 'exclude' | 'not null';
  readonly isNotValid: boolean;
  readonly usesIndex: boolean;
  /** The column of which a check says that it is not null, and nothing else. */
  readonly notNullColumn?: string;
}

/** Of these, only the stable ones are the same for all rows; those of others may be volatile. */
const STABLE = new Set(
  'now current_timestamp transaction_timestamp statement_timestamp current_date current_user current_setting lower upper to_char jsonb_build_object json_build_object jsonb_build_array json_build_array to_jsonb concat format coalesce make_interval date_trunc timezone array_fill'.split(
    ' ',
  ),
);

/** What a statement does, as far as it may be dangerous while a database is in use. */
export function operationsOf(node: Node): Operation[] {
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [], objtype } = node.AlterTableStmt;
    const object = nameOf(relation);
    if (objtype === 'OBJECT_INDEX' || objtype === 'OBJECT_SEQUENCE') {
      return attachedIndex(object, cmds);
    }
    return cmds.flatMap((cmd) =>
      'AlterTableCmd' in cmd ? ofTable(kindOf(objtype), object, cmd.AlterTableCmd) : [],
    );
  }
  if ('CreateStmt' in node) return created('table', nameOf(node.CreateStmt.relation));
  if ('CreateForeignTableStmt' in node) {
    return created('table', nameOf(node.CreateForeignTableStmt.base?.relation));
  }
  if ('CreateTableAsStmt' in node) {
    const { into, objtype } = node.CreateTableAsStmt;
    return created(kindOf(objtype), nameOf(into?.rel));
  }
  if ('ViewStmt' in node) return created('view', nameOf(node.ViewStmt.view));
  if ('CreateDomainStmt' in node) return created('domain', join(node.CreateDomainStmt.domainname));
  if ('CreateEnumStmt' in node) return created('type', join(node.CreateEnumStmt.typeName));
  if ('CreateFunctionStmt' in node)
    return created('function', join(node.CreateFunctionStmt.funcname));
  if ('IndexStmt' in node) return index(node);
  if ('DropStmt' in node) return drop(node);
  if ('RenameStmt' in node) return rename(node);
  if ('AlterEnumStmt' in node) {
    const { typeName, oldVal } = node.AlterEnumStmt;
    return oldVal === undefined
      ? []
      : [{ does: 'rename', kind: 'enum value', object: join(typeName), part: oldVal }];
  }
  if ('AlterDomainStmt' in node) return domain(node);
  if ('AlterObjectSchemaStmt' in node) {
    const { objectType, relation, object } = node.AlterObjectSchemaStmt;
    return [
      {
        does: 'move',
        kind: kindOf(objectType),
        object: relation ? nameOf(relation) : named(object),
      },
    ];
  }
  if ('GrantStmt' in node) {
    const { is_grant: isGrant, objects = [], objtype } = node.GrantStmt;
    if (isGrant || objtype !== 'OBJECT_TABLE') return [];
    return objects.map((object) => ({ does: 'revoke', kind: 'relation', object: named(object) }));
  }
  if ('TruncateStmt' in node) {
    return (node.TruncateStmt.relations ?? []).map((relation) => ({
      does: 'truncate',
      kind: 'table',
      object: named(relation),
    }));
  }
  if ('UpdateStmt' in node) {
    const { relation, whereClause } = node.UpdateStmt;
    return whereClause ? [] : [{ does: 'update all', kind: 'table', object: nameOf(relation) }];
  }
  if ('DeleteStmt' in node) {
    const { relation, whereClause } = node.DeleteStmt;
    return whereClause ? [] : [{ does: 'delete all', kind: 'table', object: nameOf(relation) }];
  }
  if ('ReindexStmt' in node) {
    const { relation, name = '', params = [] } = node.ReindexStmt;
    const isConcurrent = params.some(
      (one) => 'DefElem' in one && one.DefElem.defname === 'concurrently',
    );
    return [
      { does: 'reindex', kind: 'index', object: relation ? nameOf(relation) : name, isConcurrent },
    ];
  }
  if ('ClusterStmt' in node)
    return [{ does: 'rewrite', kind: 'table', object: nameOf(node.ClusterStmt.relation) }];
  if ('VacuumStmt' in node) return vacuum(node);
  if ('RefreshMatViewStmt' in node) {
    const { relation, concurrent = false } = node.RefreshMatViewStmt;
    return [
      {
        does: 'refresh',
        kind: 'materialized view',
        object: nameOf(relation),
        isConcurrent: concurrent,
      },
    ];
  }
  if ('LockStmt' in node) {
    return (node.LockStmt.relations ?? []).map((relation) => ({
      does: 'lock',
      kind: 'table',
      object: named(relation),
    }));
  }
  if ('TransactionStmt' in node) {
    return [
      { does: 'control transaction', kind: 'transaction', object: node.TransactionStmt.kind ?? '' },
    ];
  }
  if ('DropdbStmt' in node)
    return [{ does: 'drop', kind: 'database', object: node.DropdbStmt.dbname ?? '' }];
  return [];
}

function created(kind: string, object: string): Operation[] {
  return [{ does: 'create', kind, object }];
}

function ofTable(kind: string, object: string, cmd: AlterTableCmd): Operation[] {
  const { subtype, name: part = '', def } = cmd;
  const about = { kind, object, part };
  switch (subtype) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? addColumn(object, def) : [];
    case 'AT_DropColumn':
      return [{ does: 'drop column', ...about }];
    case 'AT_AlterColumnType':
      return [{ does: 'change type', ...about }];
    case 'AT_SetNotNull':
      return [{ does: 'set not null', ...about }];
    case 'AT_DropNotNull':
      return [{ does: 'drop not null', ...about }];
    case 'AT_ColumnDefault':
      return [{ does: def ? 'set default' : 'drop default', ...about }];
    case 'AT_AddConstraint': {
      const constraint = def && constraintOf(def);
      return constraint
        ? [{ does: 'add constraint', ...about, part: constraintName(def), constraint }]
        : [];
    }
    case 'AT_ValidateConstraint':
      return [{ does: 'validate constraint', ...about }];
    case 'AT_DropConstraint':
      return [{ does: 'drop constraint', ...about }];
    case 'AT_AttachPartition':
    case 'AT_DetachPartition': {
      if (!def || !('PartitionCmd' in def)) return [];
      const { name, concurrent = false } = def.PartitionCmd;
      const does = subtype === 'AT_AttachPartition' ? 'attach partition' : 'detach partition';
      return [{ does, kind, object, part: nameOf(name), isConcurrent: concurrent }];
    }
    case 'AT_SetLogged':
    case 'AT_SetUnLogged':
    case 'AT_SetTableSpace':
    case 'AT_SetAccessMethod':
      return [{ does: 'rewrite', ...about }];
    default:
      return [];
  }
}

function addColumn(
  object: string,
  { ColumnDef: column }: Extract<Node, { ColumnDef: unknown }>,
): Operation[] {
  const { colname: part = '', constraints = [], typeName } = column;
  const own = constraints.flatMap((one) => ('Constraint' in one ? [one.Constraint] : []));
  const type = join(typeName?.names);
  const isSerial = /^(?:small|big)?serial[248]?$/.test(type);
  const has = (contype: string) => own.some((one) => one.contype === contype);
  const isStored = own.some(
    (one) => one.contype === 'CONSTR_GENERATED' && one.generated_kind !== 'v',
  );
  const defaults = own.filter((one) => one.contype === 'CONSTR_DEFAULT');
  const hasDefault =
    isSerial || defaults.length > 0 || has('CONSTR_GENERATED') || has('CONSTR_IDENTITY');
  const isVolatile =
    isSerial ||
    has('CONSTR_IDENTITY') ||
    defaults.some(({ raw_expr: value }) => value !== undefined && callsVolatile(value));
  return [
    { does: 'add column', kind: 'table', object, part, hasDefault, isVolatile, isStored },
    ...constraints.flatMap((node): Operation[] => {
      const constraint = constraintOf(node);
      return constraint
        ? [{ does: 'add constraint', kind: 'column', object, part, constraint, hasDefault }]
        : [];
    }),
  ];
}

/** Whether an expression calls a function that may give each row another value. */
function callsVolatile(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(callsVolatile);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => {
    if (key !== 'FuncCall') return callsVolatile(child);
    const { funcname, args } = child as { funcname?: Node[]; args?: Node[] };
    return !STABLE.has(join(funcname?.slice(-1))) || callsVolatile(args);
  });
}

const CONSTRAINTS: Readonly<Record<string, Constraint['type']>> = {
  CONSTR_CHECK: 'check',
  CONSTR_FOREIGN: 'foreign key',
  CONSTR_UNIQUE: 'unique',
  CONSTR_PRIMARY: 'primary key',
  CONSTR_EXCLUSION: 'exclude',
  CONSTR_NOTNULL: 'not null',
};

function constraintOf(node: Node): Constraint | undefined {
  if (!('Constraint' in node)) return undefined;
  const {
    contype = '',
    skip_validation: isNotValid = false,
    indexname,
    raw_expr: expression,
  } = node.Constraint;
  const type = CONSTRAINTS[contype];
  if (type === undefined) return undefined;
  const notNullColumn = expression && notNullTest(expression);
  return {
    type,
    isNotValid,
    usesIndex: indexname !== undefined,
    ...(notNullColumn !== undefined && { notNullColumn }),
  };
}

function constraintName(node: Node | undefined): string {
  return node && 'Constraint' in node ? (node.Constraint.conname ?? '') : '';
}

function notNullTest(expression: Node): string | undefined {
  if (!('NullTest' in expression) || expression.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined;
  const { arg } = expression.NullTest;
  return arg && 'ColumnRef' in arg ? join(arg.ColumnRef.fields) : undefined;
}

function attachedIndex(object: string, cmds: readonly Node[]): Operation[] {
  return cmds.flatMap((cmd): Operation[] => {
    const def = 'AlterTableCmd' in cmd ? cmd.AlterTableCmd.def : undefined;
    return def && 'PartitionCmd' in def
      ? [{ does: 'attach partition', kind: 'index', object, part: nameOf(def.PartitionCmd.name) }]
      : [];
  });
}

function index({ IndexStmt: statement }: Extract<Node, { IndexStmt: unknown }>): Operation[] {
  const {
    relation,
    idxname = '',
    concurrent = false,
    if_not_exists: isConditional = false,
  } = statement;
  return [
    {
      does: 'create index',
      kind: 'index',
      object: nameOf(relation),
      part: idxname,
      isConcurrent: concurrent,
      isConditional,
    },
  ];
}

function drop({ DropStmt: statement }: Extract<Node, { DropStmt: unknown }>): Operation[] {
  const { objects = [], removeType, concurrent = false } = statement;
  return objects.map((object) => ({
    does: 'drop',
    kind: kindOf(removeType),
    object: named(object),
    isConcurrent: concurrent,
  }));
}

function rename({ RenameStmt: statement }: Extract<Node, { RenameStmt: unknown }>): Operation[] {
  const { relation, object, renameType, subname, newname } = statement;
  const part = subname ?? newname;
  return [
    {
      does: 'rename',
      kind: kindOf(renameType),
      object: relation ? nameOf(relation) : named(object),
      ...(part !== undefined && { part }),
    },
  ];
}

function domain({
  AlterDomainStmt: statement,
}: Extract<Node, { AlterDomainStmt: unknown }>): Operation[] {
  const { typeName, subtype, def } = statement;
  const about = { kind: 'domain', object: join(typeName) };
  if (subtype === 'O') return [{ does: 'set not null', ...about }];
  const constraint = subtype === 'C' && def ? constraintOf(def) : undefined;
  return constraint ? [{ does: 'add constraint', ...about, constraint }] : [];
}

function vacuum({ VacuumStmt: statement }: Extract<Node, { VacuumStmt: unknown }>): Operation[] {
  const isFull = (statement.options ?? []).some(
    (one) => 'DefElem' in one && one.DefElem.defname === 'full',
  );
  if (!isFull) return [];
  return (statement.rels ?? []).map((one) => ({
    does: 'rewrite',
    kind: 'table',
    object: 'VacuumRelation' in one ? nameOf(one.VacuumRelation.relation) : '',
  }));
}

/** `OBJECT_MATVIEW` is `materialized view`; others are called what they are. */
function kindOf(type: string | undefined): string {
  const kind = (type ?? '').replace('OBJECT_', '').toLowerCase().replaceAll('_', ' ');
  if (kind === 'matview') return 'materialized view';
  return kind === 'foreign table' ? 'table' : kind;
}

function nameOf(relation: RangeVar | undefined): string {
  const { schemaname, relname = '' } = relation ?? {};
  return schemaname === undefined ? relname : `${schemaname}.${relname}`;
}

/** The name of an object in a list of objects. */
function named(node: Node | undefined): string {
  if (!node) return '';
  if ('RangeVar' in node) return nameOf(node.RangeVar);
  if ('List' in node) return join(node.List.items);
  if ('TypeName' in node) return join(node.TypeName.names);
  if ('ObjectWithArgs' in node) return join(node.ObjectWithArgs.objname);
  return 'String' in node ? (node.String.sval ?? '') : '';
}

function join(names: readonly Node[] | undefined): string {
  return (names ?? []).flatMap((one) => ('String' in one ? [one.String.sval ?? ''] : [])).join('.');
}
