// Push messages of the person who is signed in: on this device, and on which others.
import { Badge, Card, Component, Failure, Table, Time, h } from "./dom.js";
import { get, send } from "./api.js";
import { Ask } from "./ask.js";
import { browser } from "./browsers.js";
import { notice } from "./view.js";

const DEVICES = "/console/devices";

/** Where this browser keeps which of the devices it is. */
const OWN = "belfry-device";

/** Why this browser takes no push messages; empty when it may. */
function hindrance() {
  if (!window.isSecureContext) {
    return "Notifications need a page that is opened over https, or on localhost. Ask the operator of this installation.";
  }
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return /iPhone|iPad/.test(navigator.userAgent) ? "On an iPhone or iPad, first add this page to the home screen (Share, then Add to Home Screen). Then open it from there." : "This browser takes no push messages.";
  }
  return Notification.permission === "denied" ? "This browser refuses notifications of this page. Allow them for this address in the settings of the browser, then load the page again." : "";
}

function bytes(base64) {
  const text = atob(base64.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (one) => one.charCodeAt(0));
}

/** A subscription for another key of the installation is worth nothing any more. */
async function subscribed(manager, applicationServerKey) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await manager.subscribe(options);
  } catch (failure) {
    const old = failure.name === "InvalidStateError" && (await manager.getSubscription());
    if (!old) {
      throw failure;
    }
    await old.unsubscribe();
    return manager.subscribe(options);
  }
}

export class Devices extends Component {
  state = { devices: null, own: localStorage.getItem(OWN), hindrance: hindrance() };

  componentDidMount() {
    this.load();
  }

  load = () =>
    get(DEVICES).then(
      (devices) => this.setState({ devices }),
      (refused) => this.setState({ refused }),
    );

  work = async (steps, done) => {
    this.setState({ busy: true, refused: null });
    try {
      await steps();
      notice.show(done);
      await this.load();
    } catch (refused) {
      this.setState({ refused });
    }
    this.setState({ busy: false, hindrance: hindrance() });
  };

  turnOn = () =>
    this.work(async () => {
      if ((await Notification.requestPermission()) !== "granted") {
        throw { title: "The browser did not permit notifications.", detail: "" };
      }
      const [worker, { publicKey }] = await Promise.all([navigator.serviceWorker.register("/console/worker.js", { scope: "/console/" }), get("/console/push-key")]);
      await navigator.serviceWorker.ready;
      const { endpoint, keys } = (await subscribed(worker.pushManager, bytes(publicKey)).catch(({ message }) => Promise.reject({ title: "The push service of the browser refused.", detail: message }))).toJSON();
      const { id } = await send("POST", DEVICES, { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } });
      localStorage.setItem(OWN, id);
      this.setState({ own: id });
    }, "This device gets notifications.");

  remove = (device) =>
    this.work(async () => {
      await send("DELETE", `${DEVICES}/${device.id}`);
      if (device.id === this.state.own) {
        localStorage.removeItem(OWN);
        this.setState({ own: null });
        const worker = await navigator.serviceWorker?.getRegistration("/console/");
        await (await worker?.pushManager.getSubscription())?.unsubscribe();
      }
    }, "The device gets no more notifications.");

  row(device) {
    const name = browser(device.userAgent);
    return {
      key: device.id,
      cells: [
        [name, " ", device.id === this.state.own && h(Badge, { tone: "good" }, "this one")],
        device.service,
        [device.lastSuccessAt ? h(Time, { at: device.lastSuccessAt }) : "never", device.failures > 0 && h(Badge, { tone: "warn" }, `${device.failures} failed since`)],
        h(Ask, { what: "Remove", tone: "small danger", question: `Remove ${name}? It gets no more notifications.`, yes: () => this.remove(device) }),
      ],
    };
  }

  render(_, { devices, own, hindrance: why, busy, refused }) {
    const isOn = devices?.some((one) => one.id === own);
    return h(
      Card,
      { id: "devices", title: "Notifications on this device" },
      h("p", null, "Alert channels of type Member reach you on each device that you register here, and by text message or e-mail when no device takes the message."),
      refused && h(Failure, { of: refused.title ? refused : { title: refused.message } }),
      isOn ? h("p", null, h(Badge, { tone: "good" }, "on"), " This device gets notifications.") : why ? h("p", { class: "hint" }, why) : h("div", { class: "actions" }, h("button", { type: "button", disabled: busy || !devices, onClick: this.turnOn }, "Get notifications")),
      devices?.length > 0 && h(Table, { caption: "Your devices", columns: [{ name: "Device" }, { name: "Push service", class: "wide" }, { name: "Last message" }, { name: "Actions" }], rows: devices.map((device) => this.row(device)) }),
    );
  }
}
