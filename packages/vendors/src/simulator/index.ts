export type { Registration } from './control.ts';
export { createSimulatorControl, type SimulatorControl, SimulatorRefusal } from './control-client.ts';
export { type Simulator, startSimulator } from './server.ts';
