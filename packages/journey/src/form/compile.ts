import type { Expression } from '../expression/ast.ts';
import { parseExpression } from '../expression/parse.ts';
import { remembered } from '../expression/remembered.ts';
import { parseText, type TextPart } from '../expression/text.ts';
import { type FormDocument, type FormScreen, fieldsOf } from './document.ts';
import type { FormField } from './field.ts';

/** A form that is ready to be filled: each expression is read once. */
export type CompiledForm = {
  document: FormDocument;
  screens: ReadonlyMap<string, FormScreen>;
  fields: ReadonlyMap<string, FormField>;
  byName: ReadonlyMap<string, FormField>;
  /** The screen below; undefined below the last */
  below(screen: string): string | undefined;
  /** @throws ExpressionFault */
  expression(source: string): Expression;
  /** @throws ExpressionFault */
  text(source: string): TextPart[];
};

export function compileForm(document: FormDocument): CompiledForm {
  const order = document.screens.map(({ id }) => id);
  const fields = fieldsOf(document);
  return {
    document,
    screens: new Map(document.screens.map((screen) => [screen.id, screen])),
    fields: new Map(fields.map((field) => [field.id, field])),
    byName: new Map(fields.flatMap((field) => (field.name === '' ? [] : [[field.name, field] as const]))),
    below: (screen) => order[order.indexOf(screen) + 1],
    expression: remembered(parseExpression),
    text: remembered(parseText),
  };
}
