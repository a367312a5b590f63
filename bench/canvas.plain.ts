/** The reference of the canvas: as many nodes of xyflow's own, joined and placed alike, with nothing around them. */
import { type Edge, type Node, ReactFlow, useEdgesState, useNodesState } from '@xyflow/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { largeStream, placeOf } from './canvas.document.ts';

const firstNodes = largeStream.nodes.map(({ id }, place): Node => {
  const [x, y] = placeOf(place);
  return { id, position: { x, y }, data: { label: id } };
});
const firstEdges = largeStream.edges.map(({ from, exit, to }): Edge => ({ id: `${from} ${exit}`, source: from, target: to }));

function Plain() {
  const [nodes, , onNodesChange] = useNodesState(firstNodes);
  const [edges, , onEdgesChange] = useEdgesState(firstEdges);
  return createElement(ReactFlow<Node, Edge>, {
    nodes,
    edges,
    onNodesChange,
    onEdgesChange,
    onlyRenderVisibleElements: true,
    minZoom: 0.1,
    fitView: true,
  });
}

const root = document.getElementById('root');
if (root) createRoot(root).render(createElement(Plain));
