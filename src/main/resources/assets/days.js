// The words of each day, shown at its bar: under the pointer, and with the arrow keys.
const tip = document.createElement("div");
tip.className = "tip";
tip.hidden = true;
document.body.append(tip);

for (const bars of document.querySelectorAll(".bars")) {
  const days = [...bars.children];
  const words = days.map((day) => {
    const title = day.querySelector("title");
    const text = title.textContent;
    title.remove();
    return text;
  });
  let at = days.length - 1;

  const show = (index) => {
    days[at].classList.remove("at");
    at = index;
    days[at].classList.add("at");
    bars.setAttribute("aria-valuenow", String(at + 1));
    bars.setAttribute("aria-valuetext", words[at]);
    tip.textContent = words[at];
    tip.hidden = false;
    const bar = days[at].getBoundingClientRect();
    const left = bar.left + bar.width / 2 - tip.offsetWidth / 2;
    const most = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(left, most)) + scrollX}px`;
    tip.style.top = `${bar.bottom + 6 + scrollY}px`;
  };
  const hide = () => {
    days[at].classList.remove("at");
    tip.hidden = true;
  };
  const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7, Home: -90, End: 90 };

  bars.setAttribute("role", "slider");
  bars.setAttribute("tabindex", "0");
  bars.setAttribute("aria-valuemin", "1");
  bars.setAttribute("aria-valuemax", String(days.length));
  bars.setAttribute("aria-valuenow", String(days.length));
  bars.setAttribute("aria-valuetext", words[at]);
  bars.addEventListener("pointermove", (event) => {
    const box = bars.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    show(Math.max(0, Math.min(days.length - 1, index)));
  });
  bars.addEventListener("pointerleave", hide);
  bars.addEventListener("focus", () => bars.matches(":focus-visible") && show(at));
  bars.addEventListener("blur", hide);
  bars.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      hide();
    } else if (steps[event.key]) {
      event.preventDefault();
      show(Math.max(0, Math.min(days.length - 1, at + steps[event.key])));
    }
  });
}
