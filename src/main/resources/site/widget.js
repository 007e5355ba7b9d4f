// Shows the present state of this status page where the script stands, in a frame of its own.
(() => {
  const script = document.currentScript;
  const source = new URL(script.src);
  const frame = document.createElement("iframe");
  frame.src = new URL("embed", source).href + source.search;
  frame.title = script.dataset.title || "Status";
  frame.width = script.dataset.width || "320";
  frame.height = "72";
  frame.loading = "lazy";
  frame.style.border = "0";
  frame.style.maxWidth = "100%";
  script.after(frame);
})();
