import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

import { union, type Shape } from './shape.js';

/** What an operation takes and gives. */
export interface Operation {
  readonly parameters: readonly Shape[];
  readonly body: Shape | undefined;
  readonly response: Shape | undefined;
  readonly errors: readonly number[];
  /** The headers that only some operations take. */
  readonly headers: readonly string[];
  readonly search:
    | {
        /** The type of the value, by field and operator. */
        readonly filters: Readonly<Record<string, Readonly<Record<string, Shape>>>>;
        readonly sorts: readonly string[];
        /** The further keys of the request. */
        readonly paging: readonly string[];
      }
    | undefined;
}

/** An operation of a client, and where it is. */
export interface ClientOperation extends Operation {
  /** The module, without its extension: `blog/articles`. */
  readonly module: string;
  /** What the module exports it as. */
  readonly name: string;
  /** Of a key of several columns, their names. */
  readonly keyNames: readonly string[];
}

/** The operations of a generated client as the compiler sees them, by method and path. */
export function operationsIn(directory: string): ReadonlyMap<string, ClientOperation> {
  const settings = JSON.parse(readFileSync(join(directory, 'tsconfig.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(settings.compilerOptions, directory);
  const files = readdirSync(join(directory, 'generated'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?!runtime)\w+[\\/](?!client\.ts$)[\w-]+\.ts$/.test(path))
    .map((path) => join(directory, 'generated', path));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const found = new Map<string, ClientOperation>();
  for (const path of files) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path)!)!;
    const exported = checker.getExportsOfModule(module);
    for (const each of exported) {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      const declaration = symbol.valueDeclaration;
      if (declaration && ts.isFunctionDeclaration(declaration)) {
        read(declaration, each.name, exported);
      }
    }
  }
  return found;

  function read(
    declaration: ts.FunctionDeclaration,
    name: string,
    exported: readonly ts.Symbol[],
  ): void {
    const call = objectOf(declaration);
    const method = call?.get('method');
    const path = call?.get('path');
    if (call === undefined || method === undefined || path === undefined) return;
    const signature = checker.getSignatureFromDeclaration(declaration)!;
    const parameters = signature.parameters.filter(
      ({ name }) => !['api', 'options', 'body', 'request'].includes(name),
    );
    const typeOf = (name: string) => {
      const parameter = signature.parameters.find((each) => each.name === name);
      return parameter && checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    };
    const [, errorName] = /\{@link (\w+)\}/.exec(declaration.getFullText())!;
    const error = exported.find(({ name }) => name === errorName)!;
    const request = typeOf('request');
    const body = typeOf('body');
    const isSearch = declaration.name!.text === 'search';
    const key = `${JSON.parse(method.getText())} ${pathOf(path)}`;
    const file = declaration.getSourceFile().fileName;
    found.set(key, {
      module: relative(join(directory, 'generated'), file).replace(/\.ts$/, ''),
      name,
      keyNames: parameters.flatMap((each) => columnsOf(checker.getTypeOfSymbol(each))),
      parameters: parameters.flatMap((each) => keyShapes(checker.getTypeOfSymbol(each))),
      body: body && shapeOf(body),
      response: responseOf(checker.getReturnTypeOfSignature(signature)),
      errors: statusesOf(checker.getDeclaredTypeOfSymbol(error)),
      headers: (typeOf('options')?.getProperties() ?? [])
        .map((each) => each.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
        .filter((name) => name !== 'signal' && name !== 'headers')
        .sort(),
      search: isSearch ? searchOf(request, call) : undefined,
    });
  }

  /** The object that a function passes to the runtime. */
  function objectOf(declaration: ts.FunctionDeclaration): Map<string, ts.Expression> | undefined {
    const [statement] = declaration.body!.statements;
    if (!statement || !ts.isReturnStatement(statement) || !statement.expression) return undefined;
    if (!ts.isCallExpression(statement.expression)) return undefined;
    const object = statement.expression.arguments[1];
    if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
    return new Map(
      object.properties.flatMap((each) =>
        ts.isPropertyAssignment(each) ? [[each.name.getText(), each.initializer] as const] : [],
      ),
    );
  }

  function pathOf(path: ts.Expression): string {
    if (ts.isStringLiteral(path)) return path.text;
    if (!ts.isTemplateExpression(path))
      throw new Error(`A path of another kind: ${path.getText()}`);
    return path.head.text + path.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  }

  function keyShapes(type: ts.Type): readonly Shape[] {
    if (!(type.flags & ts.TypeFlags.Object)) return [shapeOf(type)];
    return type.getProperties().map((each) => shapeOf(checker.getTypeOfSymbol(each)));
  }

  function columnsOf(type: ts.Type): readonly string[] {
    return type.flags & ts.TypeFlags.Object ? type.getProperties().map(({ name }) => name) : [];
  }

  function responseOf(type: ts.Type): Shape | undefined {
    const answer = checker.getAwaitedType(type)!;
    const data = answer.getProperty('data');
    const isAnswer = ['Answer', 'VersionedAnswer'].includes(answer.symbol?.name);
    const own = isAnswer ? checker.getTypeOfSymbol(data!) : answer;
    return own.flags & ts.TypeFlags.Void ? undefined : shapeOf(own);
  }

  function statusesOf(type: ts.Type): readonly number[] {
    const members = type.isUnion() ? type.types : [type];
    const statuses = members.map((each) => {
      const status = checker.getTypeOfSymbol(each.getProperty('status')!);
      return (status as ts.NumberLiteralType).value;
    });
    return statuses.sort((left, right) => left - right);
  }

  function searchOf(
    request: ts.Type | undefined,
    call: ReadonlyMap<string, ts.Expression>,
  ): Operation['search'] {
    const member = (name: string) => {
      const symbol = request?.getProperty(name);
      return symbol && checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
    };
    const filter = member('filter');
    const fields = filter && checker.getTypeArguments(filter as ts.TypeReference)[0]!;
    const filters = (fields?.getProperties() ?? []).map((field) => {
      const operators = checker.getTypeOfSymbol(field).getProperties();
      const values = operators.map((each) => [each.name, shapeOf(checker.getTypeOfSymbol(each))]);
      return [field.name, Object.fromEntries(values)];
    });
    const sort = member('sort');
    const item = sort && checker.getTypeArguments(sort as ts.TypeReference)[0]!;
    const sorts = item ? (item.isUnion() ? item.types : [item]) : [];
    const names = sorts.map((each) => (each as ts.StringLiteralType).value);
    const body = call.get('body');
    const sent = body && ts.isObjectLiteralExpression(body) ? body.properties : [];
    return {
      filters: Object.fromEntries(filters) as Record<string, Record<string, Shape>>,
      sorts: names.filter((name) => !name.startsWith('-')).sort(),
      paging: sent
        .map((each) => each.name!.getText())
        .filter((name) => name !== 'filter' && name !== 'sort')
        .sort(),
    };
  }

  function shapeOf(type: ts.Type): Shape {
    if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return 'unknown';
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
    if (type.isUnion()) {
      const types = type.types.filter((each) => !(each.flags & ts.TypeFlags.Undefined));
      const isWhole = types.filter((each) => each.flags & ts.TypeFlags.BooleanLiteral).length === 2;
      const rest = isWhole
        ? types.filter((each) => !(each.flags & ts.TypeFlags.BooleanLiteral))
        : types;
      return union([...(isWhole ? ['boolean'] : []), ...rest.map(shapeOf)]);
    }
    if (type.isLiteral()) return JSON.stringify(type.value);
    if (checker.isArrayType(type) || checker.isTupleType(type)) {
      return { list: shapeOf(checker.getTypeArguments(type as ts.TypeReference)[0]!) };
    }
    if (type.flags & ts.TypeFlags.Object) {
      const properties = type.getProperties();
      if (properties.length === 0) return 'object';
      const keys = properties.map((each) => [
        each.flags & ts.SymbolFlags.Optional ? `${each.name}?` : each.name,
        shapeOf(checker.getTypeOfSymbol(each)),
      ]);
      return { of: Object.fromEntries(keys) as Record<string, Shape> };
    }
    return checker.typeToString(type);
  }
}
