import type { Document } from '@parley/journey';

type Packed = Pick<Document, 'nodes'>;
type Node = Document['nodes'][number];

/** Headers by which services are opened */
const secretHeader = /auth|key|token|secret|password|cookie|signature/i;

const withoutOwnPart = (node: Node): Node => {
  if (node.type === 'data.http') {
    const headers = node.config.headers.map((header) => (secretHeader.test(header.name) ? { ...header, value: '' } : header));
    return { ...node, config: { ...node.config, headers, sample: '' } };
  }
  // A card begins with version 1 where it is installed.
  if (node.type === 'message.card' && node.config.library)
    return { ...node, config: { ...node.config, library: { ...node.config.library, version: 1 } } };
  return node;
};

/** A document without keys of its calls and without an answer that somebody has pasted as a sample. */
export const withoutOwnParts = <D extends Packed>(document: D): D => ({ ...document, nodes: document.nodes.map(withoutOwnPart) });

/** A document with the keys and samples that stand here: another version of a package brings none, and takes none away. */
export const withOwnParts = <D extends Packed>(document: D, here: Packed): D => ({
  ...document,
  nodes: document.nodes.map((node) => {
    const own = here.nodes.find(({ id }) => id === node.id);
    if (node.type !== 'data.http' || own?.type !== 'data.http') return node;
    const headers = node.config.headers.map((header) => {
      const known = own.config.headers.find(({ name }) => name === header.name);
      return known && secretHeader.test(header.name) ? known : header;
    });
    return { ...node, config: { ...node.config, headers, sample: own.config.sample } };
  }),
});
