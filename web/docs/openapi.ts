/** Reads the room's OpenAPI description for display. */

export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

export interface Api {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Route {
  /** Anchor of the route on the page: `GET /api/tables/{id}` has `get-api-tables-id`. */
  id: string;
  method: string;
  path: string;
  tag: string;
  words: string;
  parameters: Parameter[];
  body: Schema | null;
  answers: { status: string; schema: Schema | null }[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const schemaOf = (content: Content | undefined): Schema | null =>
  Object.values(content ?? {})[0]?.schema ?? null;

export function routesOf(api: Api): Route[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    METHODS.flatMap(method => {
      const operation = methods[method];
      if (!operation) return [];
      return {
        id: `${method}${path.replace(/[^\w]+/g, '-').replace(/-$/, '')}`,
        method: method.toUpperCase(),
        path,
        tag: operation.tags?.[0] ?? '',
        words: operation.description ?? operation.summary ?? '',
        parameters: (operation.parameters ?? []).filter(one => one.in !== 'cookie'),
        body: schemaOf(operation.requestBody?.content),
        answers: Object.entries(operation.responses).map(([status, { content }]) => ({
          status,
          schema: schemaOf(content),
        })),
      };
    }),
  );
}

/** The tags in the order of the description, each with its routes. */
export function byTag(routes: Route[]): [tag: string, routes: Route[]][] {
  const found = new Map<string, Route[]>();
  for (const route of routes) found.set(route.tag, [...(found.get(route.tag) ?? []), route]);
  return [...found];
}

/** The name of a referenced schema: `Me` for `#/components/schemas/Me`. */
export const nameOf = (schema: Schema): string | null => schema.$ref?.split('/').pop() ?? null;

/** The schema itself, after following references. */
export function resolve(schema: Schema, api: Api): Schema {
  const name = nameOf(schema);
  return name === null ? schema : (api.components?.schemas?.[name] ?? {});
}

/** A short name for the type of a value: `integer`, `list of Seat`, `"tda" | "masa"`, `string or
 * null`. */
export function typeOf(schema: Schema, api: Api): string {
  const name = nameOf(schema);
  if (name !== null) {
    const meant = resolve(schema, api);
    return meant.enum ? typeOf(meant, api) : name;
  }
  if (schema.enum) return schema.enum.map(one => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(one => typeOf(one, api)))].join(' or ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(one => typeOf(one, api)).join(', ')}]`;
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {}, api)}`;
  const values = schema.additionalProperties;
  if (schema.type === 'object' && typeof values === 'object')
    return `object of ${typeOf(values, api)}`;
  return schema.format ?? schema.type ?? 'anything';
}

/** A range in words: `2 to 10`, `at least 2`, `at most 10`. */
function between(least: number | undefined, most: number | undefined, unit = ''): string[] {
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

/** The limits of a value and its default. */
export function limitsOf(schema: Schema): string {
  const found = [
    ...between(schema.minimum, schema.maximum),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' items'),
  ];
  if (schema.pattern) found.push(`matches ${schema.pattern}`);
  if (schema.default !== undefined && schema.default !== null)
    found.push(`default ${JSON.stringify(schema.default)}`);
  return found.join(', ');
}

/** The object schemas inside a schema, through lists and alternatives. */
export function objectsIn(schema: Schema, api: Api): { name: string; schema: Schema }[] {
  const name = nameOf(schema);
  if (name !== null) {
    const meant = resolve(schema, api);
    return meant.properties ? [{ name, schema: meant }] : objectsIn(meant, api);
  }
  const parts = [
    ...(schema.anyOf ?? schema.oneOf ?? []),
    ...(schema.prefixItems ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  return parts.flatMap(part => objectsIn(part, api));
}

/** An example value with all required fields and no others. */
export function sample(schema: Schema, api: Api): unknown {
  const meant = resolve(schema, api);
  if (meant.default !== undefined) return meant.default;
  if (meant.enum) return meant.enum[0];
  if (meant.const !== undefined) return meant.const;
  const either = meant.anyOf ?? meant.oneOf;
  if (either) return sample(either[0]!, api);
  if (meant.type === 'object')
    return Object.fromEntries(
      (meant.required ?? []).map(name => [name, sample(meant.properties?.[name] ?? {}, api)]),
    );
  if (meant.type === 'array') return [];
  if (meant.type === 'integer' || meant.type === 'number') return meant.minimum ?? 1;
  if (meant.type === 'boolean') return true;
  return '…';
}

/** A curl command for the route. Programs send a token where the browser sends its cookie. */
export function curl(route: Route, origin: string, api: Api): string {
  const words = ['curl'];
  if (route.method !== 'GET') words.push('-X', route.method);
  words.push('-H', '"Authorization: Bearer $TOKEN"');
  if (route.body) words.push('--json', `'${JSON.stringify(sample(route.body, api))}'`);
  return [...words, `"${origin}${route.path}"`].join(' ');
}
