"""The pictures, controls and dashboards of Theomachy for notebooks and the web."""
