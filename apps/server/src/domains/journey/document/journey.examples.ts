import { type Example, examples } from '@parley/journey';
import { DomainError } from '#platform/http/domain-error.ts';

export const listExamples = () =>
  examples.map(({ id, name, description, document }) => ({ id, name, description, nodes: document.nodes.length }));

/** @throws DomainError journey.example_unknown */
export function exampleOf(id: string): Example {
  const found = examples.find((example) => example.id === id);
  if (!found) throw new DomainError('journey.example_unknown', 'There is no such example.', {});
  return found;
}
