export type { Registration } from './control.ts';
export { createSimulatorControl, type SimulatorControl, SimulatorRefusal } from './control-client.ts';
export { type PaymentSimulator, signHook, signPayment, startPaymentSimulator } from './payments.ts';
export { type Simulator, type SimulatorAddress, startSimulator } from './server.ts';
