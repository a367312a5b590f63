import { linkOptions } from '@tanstack/react-router';

/** Link to a stream's designer. @param nodeId the node that stands in the middle, selected */
export const designerLink = (journeyId: string, nodeId = '') =>
  linkOptions({ to: '/designer/journey/$journeyId', params: { journeyId }, search: nodeId === '' ? {} : { nodeId } });

/** Link to the designer of an encap. */
export const encapDesignerLink = (encapId: string, nodeId = '') =>
  linkOptions({ to: '/designer/encap/$encapId', params: { encapId }, search: nodeId === '' ? {} : { nodeId } });
