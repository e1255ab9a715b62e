/** How an endpoint is asked where the plan does not say. */
import type { EndpointSettings } from '../../contract/candidate.ts';

/**
 * As many requests at a time as a GGUF file has sequences. Five minutes of silence: a long prompt in a long queue says
 * nothing for that long, and a server that hangs is noticed the same day.
 */
export const defaultEndpointSettings: EndpointSettings = { parallel: 4, timeout: 300 };
