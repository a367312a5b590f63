/**
 * Notes on a form that became a flow, or on a flow that became a form.
 * `endpoint`: why the flow asks our server; `reduced`: the flow shows something else; `shortened`: words are cut, and stand whole beside it;
 * `limit`: the vendor would refuse it; `left_out`: it has no twin; `changed`: it has become something else.
 */
export type FlowNote = {
  kind: 'endpoint' | 'reduced' | 'shortened' | 'limit' | 'left_out' | 'changed';
  screen: string;
  field: string;
  text: string;
};
