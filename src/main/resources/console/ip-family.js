// The choice of the internet protocol, for all types of checks that connect to a host.
import { h } from "./dom.js";
import { Select, Side } from "./fields.js";

const FAMILIES = [["IPv4", "IPv4"], ["IPv6", "IPv6"]];

export function IpFamily({ form }) {
  return h(Side, null, h(Select, { form, name: "ipFamily", label: "Internet protocol", options: FAMILIES }));
}
