/** One route of the API. The closed row shows method and path; opened it shows parameters, body and
 * responses. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  curl,
  limitsOf,
  objectsIn,
  typeOf,
  type Api,
  type Parameter,
  type Route,
  type Schema,
} from './openapi';
import { t } from './text';
import { styles } from '../lib/css';
import docsSheet from './docs.module.css';

const css = styles(docsSheet);

export function RouteView({ route, api }: { route: Route; api: Api }) {
  const isOpen = useSignal(location.hash === `#${route.id}`);
  const place = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen.peek()) place.current?.scrollIntoView();
    const look = () => {
      if (location.hash === `#${route.id}`) isOpen.value = true;
    };
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return (
    <details
      ref={place}
      id={route.id}
      class={css('route')}
      open={isOpen.value}
      onToggle={event => {
        if (event.target === event.currentTarget) isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <code>
          <b>{route.method}</b> {route.path}
        </code>
        <span class="soft" lang="en">
          {firstSentence(route.words)}
        </span>
      </summary>
      {isOpen.value && <Body route={route} api={api} />}
    </details>
  );
}

const firstSentence = (words: string): string => /^[\s\S]*?\.(?=\s|$)/.exec(words)?.[0] ?? words;

function Body({ route, api }: { route: Route; api: Api }) {
  const isRefusal = (status: string) => status >= '400';
  const refusals = route.answers.filter(({ status }) => isRefusal(status));
  return (
    <div class={css('body')}>
      {route.words !== firstSentence(route.words) && <p lang="en">{route.words}</p>}
      {route.parameters.length > 0 && (
        <>
          <h3>{t('parameters')}</h3>
          <Parameters of={route.parameters} api={api} />
        </>
      )}
      {route.body && (
        <>
          <h3>{t('body')}</h3>
          <Shape schema={route.body} api={api} />
        </>
      )}
      {route.answers
        .filter(({ status }) => !isRefusal(status))
        .map(({ status, schema }) => (
          <div key={status}>
            <h3>{t('answer', { status })}</h3>
            {schema ? <Shape schema={schema} api={api} /> : <p class="soft">{t('nothing')}</p>}
          </div>
        ))}
      {refusals.length > 0 && (
        <p>
          {t('refusals')}: {refusals.map(({ status }) => status).join(', ')}
        </p>
      )}
      <h3>{t('example')}</h3>
      <pre tabIndex={0}>{curl(route, location.origin, api)}</pre>
    </div>
  );
}

function Parameters({ of, api }: { of: Parameter[]; api: Api }) {
  return (
    <dl lang="en">
      {of.map(({ name, required, description, schema }) => (
        <Field
          key={name}
          name={name}
          isRequired={!!required}
          api={api}
          schema={description === undefined ? schema : { ...schema, description }}
        />
      ))}
    </dl>
  );
}

/** The type of a value and the fields of the objects in it. Nested objects can be opened. */
function Shape({ schema, api }: { schema: Schema; api: Api }) {
  return (
    <>
      <p class="type">
        <code>{typeOf(schema, api)}</code>
      </p>
      {objectsIn(schema, api).map(({ name, schema: object }) => (
        <Fields key={name} schema={object} api={api} />
      ))}
    </>
  );
}

function Fields({ schema, api }: { schema: Schema; api: Api }) {
  return (
    <>
      {schema.description && <p lang="en">{schema.description}</p>}
      <dl lang="en">
        {Object.entries(schema.properties ?? {}).map(([name, field]) => (
          <Field
            key={name}
            name={name}
            isRequired={schema.required?.includes(name) ?? false}
            api={api}
            schema={field}
          >
            {objectsIn(field, api).map(inner => (
              <Inner key={inner.name} name={inner.name} schema={inner.schema} api={api} />
            ))}
          </Field>
        ))}
      </dl>
    </>
  );
}

function Inner({ name, schema, api }: { name: string; schema: Schema; api: Api }) {
  const isOpen = useSignal(false);
  return (
    <details
      onToggle={event => {
        if (event.target === event.currentTarget) isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <code>{name}</code>
      </summary>
      {isOpen.value && <Fields schema={schema} api={api} />}
    </details>
  );
}

interface FieldProps {
  name: string;
  isRequired: boolean;
  schema: Schema;
  api: Api;
  children?: ComponentChildren;
}

function Field({ name, isRequired, schema, api, children }: FieldProps) {
  const limits = limitsOf(schema);
  return (
    <div>
      <dt>
        <code>{name}</code> {!isRequired && <small class="soft">{t('optional')}</small>}
      </dt>
      <dd>
        <code>{typeOf(schema, api)}</code>
        {limits && <span class="soft"> ({limits})</span>}
        {schema.description && <p>{schema.description}</p>}
        {children}
      </dd>
    </div>
  );
}
